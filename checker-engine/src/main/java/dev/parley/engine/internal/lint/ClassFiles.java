package dev.parley.engine.internal.lint;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** Reads class files through the loaders that would load them, each once. */
final class ClassFiles {
  private final Map<String, Optional<ClassCode>> read = new HashMap<>();

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

  private static Optional<ClassCode> parse(String name, ClassLoader loader) {
    String path = name + ".class";
    try (InputStream bytes =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(path)
            : loader.getResourceAsStream(path)) {
      if (bytes == null) {
        return Optional.empty();
      }
      ClassCodeVisitor visitor = new ClassCodeVisitor(loader);
      new ClassReader(bytes).accept(visitor, ClassReader.SKIP_FRAMES);
      return Optional.of(visitor.code());
    } catch (IOException | RuntimeException e) {
      // The class itself may well be loaded; that its file cannot be read is the caller's to tell.
      return Optional.empty();
    }
  }
}
