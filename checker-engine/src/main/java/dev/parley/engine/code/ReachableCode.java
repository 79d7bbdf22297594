package dev.parley.engine.code;

import dev.parley.engine.internal.lint.Influences;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;

/**
 * The code that protocols reach, read from class files alone.
 *
 * <p><b>The argument.</b> What a check finds depends on the byte code that it may run, on the
 * engine, on the options and on the Java it runs on. To run, a class has to be named: by a class
 * that runs before it, in its constant pool. So the walk follows every name in every constant pool,
 * be it of a class, a type in a descriptor or annotation, or a mere text that looks like one, and
 * takes whatever it finds on the class path. That is more than can run, never less, as long as no
 * name is made up while running and nothing is read from elsewhere. Code that could do either
 * ({@link Influences}) is told apart: for it, nothing is certain.
 *
 * <p>Classes in directories count one by one: they are what one works on. Jars count as a whole,
 * all of the class path, reached or not: they change seldom, and have resources, versions for
 * certain Java releases and services that constant pools do not show. A directory's resources and
 * services are covered by the influences, since only calls on that list get at them.
 *
 * <p>Rejected: the call graph of the purity lint, which begins with handlers and so leaves out what
 * builds an instance; times of files, which git and build servers change at will.
 */
public final class ReachableCode implements Closeable {
  private static final String API = "dev/parley/api/";
  private static final String VERSIONS = "META-INF/versions/";

  private final List<Path> directories = new ArrayList<>();
  private final List<ZipFile> jars = new ArrayList<>();

  /** For each class file of a jar, the entry itself and those for certain Java releases. */
  private final Map<String, List<JarClass>> inJars = new HashMap<>();

  private final Map<String, Optional<Code>> read = new HashMap<>();
  private final String jarDigest;

  private record JarClass(ZipFile jar, String entry) {}

  /**
   * One class.
   *
   * @param digest of its file; the same for all classes in jars, which are told apart as a whole
   * @param names the classes it names
   * @param influence the first call that looks elsewhere, if it has any
   */
  private record Code(String digest, Set<String> names, Optional<String> influence) {}

  /**
   * The code on a class path.
   *
   * @param classPath directories and jars, as protocols are loaded from
   * @throws IOException if a jar cannot be read
   */
  public ReachableCode(List<String> classPath) throws IOException {
    Digest digest = new Digest();
    for (String entry : classPath) {
      Path place = Path.of(entry);
      // Where directories and jars take turns, their order decides which class is found.
      if (Files.isDirectory(place)) {
        directories.add(place);
        digest.add("directory");
      } else {
        addJar(new ZipFile(place.toFile()));
        digest.add("jar").add(new Digest().addFiles(place).hex());
      }
    }
    jarDigest = digest.hex();
  }

  private void addJar(ZipFile jar) {
    jars.add(jar);
    jar.stream()
        .map(entry -> entry.getName())
        .filter(name -> name.endsWith(".class"))
        .forEach(
            name ->
                inJars
                    .computeIfAbsent(className(name), any -> new ArrayList<>())
                    .add(new JarClass(jar, name)));
  }

  private static String className(String entry) {
    String plain =
        entry.startsWith(VERSIONS)
            ? entry.substring(entry.indexOf('/', VERSIONS.length()) + 1)
            : entry;
    return plain.substring(0, plain.length() - ".class".length());
  }

  /**
   * The identity of what a class reaches.
   *
   * @param className its binary name
   * @throws UncheckedIOException if a class file cannot be read
   */
  public CodeIdentity of(String className) {
    Map<String, String> digests = new TreeMap<>();
    Optional<String> influence = Optional.empty();
    Deque<String> open = new ArrayDeque<>(List.of(className.replace('.', '/')));
    Set<String> met = new TreeSet<>(open);
    while (!open.isEmpty()) {
      String name = open.remove();
      Optional<Code> code = read.computeIfAbsent(name, this::code);
      if (code.isEmpty()) {
        continue;
      }
      digests.put(name, code.get().digest());
      influence = influence.or(code.get()::influence);
      for (String next : code.get().names()) {
        if (met.add(next)) {
          open.add(next);
        }
      }
    }
    Digest digest = new Digest().add(jarDigest);
    digests.forEach((name, content) -> digest.add(name).add(content));
    return new CodeIdentity(digest.hex(), influence);
  }

  /** Nothing if the class is not on the class path, or is the engine's or the JDK's affair. */
  private Optional<Code> code(String name) {
    if (name.startsWith(API) || Influences.isOutside(name)) {
      return Optional.empty();
    }
    try {
      // Any text of a class file may be the name of a class, also what no file can be called.
      for (Path directory : directories) {
        Path file = directory.resolve(name + ".class");
        if (Files.isRegularFile(file)) {
          byte[] bytes = Files.readAllBytes(file);
          return Optional.of(code(name, new Digest().add(bytes).hex(), List.of(bytes)));
        }
      }
      List<byte[]> versions = new ArrayList<>();
      for (JarClass version : inJars.getOrDefault(name, List.of())) {
        versions.add(
            version.jar().getInputStream(version.jar().getEntry(version.entry())).readAllBytes());
      }
      return versions.isEmpty() ? Optional.empty() : Optional.of(code(name, "", versions));
    } catch (InvalidPathException noFile) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Code code(String name, String digest, Collection<byte[]> versions) {
    Set<String> names = new TreeSet<>();
    Optional<String> influence = Optional.empty();
    for (byte[] bytes : versions) {
      try {
        ConstantPool pool = new ConstantPool(new ClassReader(bytes));
        names.addAll(pool.names());
        influence = influence.or(pool::influence).or(pool::program);
      } catch (RuntimeException notUnderstood) {
        influence = Optional.of("has a class file that cannot be read");
      }
    }
    return new Code(digest, names, influence.map(what -> name.replace('/', '.') + " " + what));
  }

  @Override
  public void close() throws IOException {
    for (ZipFile jar : jars) {
      jar.close();
    }
  }
}
