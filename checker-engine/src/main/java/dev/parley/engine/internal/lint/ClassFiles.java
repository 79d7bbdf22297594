package dev.parley.engine.internal.lint;

import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** Reads class files through the loaders that would load them, each once. */
public final class ClassFiles {
  private final Map<String, Optional<ClassCode>> read = new HashMap<>();

  ClassFiles() {}

  /**
   * Reads a class file.
   *
   * @param name the class's internal name
   * @param loader where to ask for it; {@code null} for the JVM's own
   * @return its content; empty if there is none to be found or understood, as for classes made at
   *     run time
   */
  Optional<ClassCode> read(String name, ClassLoader loader) {
    Optional<ClassCode> known = read.get(name);
    if (known == null) {
      known = parse(name, loader);
      read.put(name, known);
    }
    return known;
  }

  /** Reads the class file of a loaded class. */
  Optional<ClassCode> read(Class<?> type) {
    return read(Type.getInternalName(type), type.getClassLoader());
  }

  /** All classes read so far, in the order of their names. */
  List<ClassCode> known() {
    return read.values().stream()
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(ClassCode::name))
        .toList();
  }

  /** Whether a class, given by its internal name, belongs to the JDK; so do all arrays. */
  public static boolean isJdk(String name) {
    return name.startsWith("java/")
        || name.startsWith("javax/")
        || name.startsWith("jdk/")
        || name.startsWith("sun/")
        || name.startsWith("com/sun/")
        || name.startsWith("[");
  }

  /**
   * Opens a class file.
   *
   * @param name the class's internal name
   * @param loader where to ask for it; {@code null} for the JVM's own
   * @return a reader of it; empty if there is none to be found or understood
   */
  public static Optional<ClassReader> open(String name, ClassLoader loader) {
    String path = name + ".class";
    try (InputStream bytes =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(path)
            : loader.getResourceAsStream(path)) {
      return bytes == null ? Optional.empty() : Optional.of(new ClassReader(bytes));
    } catch (IOException | RuntimeException e) {
      // The class may be loaded all the same. The caller reports that its file cannot be read.
      return Optional.empty();
    }
  }

  private static Optional<ClassCode> parse(String name, ClassLoader loader) {
    try {
      return open(name, loader)
          .map(
              reader -> {
                ClassCodeVisitor visitor = new ClassCodeVisitor(loader);
                reader.accept(visitor, ClassReader.SKIP_FRAMES);
                if (visitor.compares()) {
                  ClassNode parsed = new ClassNode();
                  reader.accept(parsed, ClassReader.SKIP_FRAMES);
                  visitor.addComparisons(parsed);
                }
                return visitor.code();
              });
    } catch (RuntimeException e) {
      // As above: an open file may still have a format that ASM does not know.
      return Optional.empty();
    }
  }
}
