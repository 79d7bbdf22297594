package dev.parley.engine.model;

import dev.parley.api.Instance;
import dev.parley.api.Protocol;
import dev.parley.api.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;

/**
 * Finds protocols in byte code, without loading or initialising any class, so that a build can
 * select by name and tag before it starts a JVM for the check. Whether a protocol is well formed is
 * for {@link ModelLoader} to say.
 */
public final class ProtocolScanner {
  /** Stands for the instances of a class that should have some and has none. */
  public static final String NO_INSTANCE = "(none)";

  private static final int MAGIC = 0xCAFEBABE;

  private final Set<String> seen = new HashSet<>();
  private final List<FoundProtocol> found = new ArrayList<>();

  private ProtocolScanner() {}

  /**
   * A class annotated {@link Protocol}, or one that has an instance or property without being
   * annotated.
   *
   * @param className its binary name
   * @param name the protocol's name
   * @param tags the tags of all its instances
   * @param instances its instances, in the order of their names; if it has none, {@link
   *     #NO_INSTANCE}, which no class can load
   */
  public record FoundProtocol(
      String className, String name, List<String> tags, List<FoundInstance> instances) {
    /** Keeps its own copies. */
    public FoundProtocol {
      tags = List.copyOf(tags);
      instances = List.copyOf(instances);
    }
  }

  /**
   * An annotation {@link Instance}.
   *
   * @param name the instance's name, the same as {@link Model.Description#instance()}
   * @param tags its tags, those of the protocol included
   * @param expected the verdict that makes the build pass
   * @param method the annotated method, which tools open when somebody asks where the instance is
   */
  public record FoundInstance(
      String name, List<String> tags, Verdict expected, Optional<FoundMethod> method) {
    /** Keeps its own copy. */
    public FoundInstance {
      tags = List.copyOf(tags);
    }

    /** An instance of which no method is known. */
    public FoundInstance(String name, List<String> tags, Verdict expected) {
      this(name, tags, expected, Optional.empty());
    }
  }

  /**
   * A method of a protocol's class.
   *
   * @param name its name
   * @param parameterTypes the binary names of its parameters' types, separated by commas
   */
  public record FoundMethod(String name, String parameterTypes) {}

  /**
   * Finds all protocols. If several places hold a class of the same name the first counts, as on a
   * class path.
   *
   * @param places directories of class files, and jars; those that do not exist hold nothing
   * @return the protocols, in the order of their names
   * @throws ProtocolException if a class file cannot be read or two protocols have one name
   */
  public static List<FoundProtocol> scan(Collection<Path> places) {
    ProtocolScanner scanner = new ProtocolScanner();
    for (Path place : places) {
      try {
        if (Files.isDirectory(place)) {
          scanner.scanDirectory(place);
        } else if (Files.isRegularFile(place)) {
          scanner.scanJar(place);
        }
      } catch (IOException | UncheckedIOException e) {
        throw new ProtocolException(
            place.toString(),
            "The classes cannot be read (" + e + "). Build the project anew and check again.",
            e);
      }
    }
    scanner.rejectDuplicates();
    return scanner.found.stream().sorted(Comparator.comparing(FoundProtocol::name)).toList();
  }

  private void scanDirectory(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      if (isClass(directory.relativize(file).toString())) {
        scanClass(file.toString(), Files.readAllBytes(file));
      }
    }
  }

  private void scanJar(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (isClass(entry.getName())) {
          try (InputStream bytes = zip.getInputStream(entry)) {
            scanClass(jar + "!/" + entry.getName(), bytes.readAllBytes());
          }
        }
      }
    }
  }

  /** Module descriptors declare nothing; other releases' versions repeat what the root has. */
  private static boolean isClass(String path) {
    return path.endsWith(".class")
        && !path.endsWith("module-info.class")
        && !path.replace('\\', '/').startsWith("META-INF/");
  }

  private void scanClass(String file, byte[] bytes) {
    ProtocolVisitor visitor = new ProtocolVisitor();
    try {
      if (bytes.length < 8 || readInt(bytes) != MAGIC) {
        throw new IllegalArgumentException("it does not start like a class file");
      }
      new ClassReader(bytes)
          .accept(
              visitor, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (RuntimeException e) {
      // The reader trusts its input: what a damaged file makes it throw is not documented.
      throw new ProtocolException(file, unreadable(bytes, e), e);
    }
    if (seen.add(visitor.className())) {
      visitor.protocol().ifPresent(found::add);
    }
  }

  private static String unreadable(byte[] bytes, RuntimeException e) {
    if (e.getMessage() != null && e.getMessage().startsWith("Unsupported class file")) {
      int major = (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
      return "The class file is of version "
          + major
          + " (Java "
          + (major - 44)
          + "), which is newer than this version of Parley reads. Compile for an older release"
          + " (maven.compiler.release), or update Parley.";
    }
    return "The file is not a readable class file ("
        + e
        + "). Delete it and compile again; it may have been cut short.";
  }

  private static int readInt(byte[] bytes) {
    return bytes[0] << 24 | (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
  }

  private void rejectDuplicates() {
    Map<String, String> classes = new HashMap<>();
    for (FoundProtocol protocol : found) {
      String other = classes.put(protocol.name(), protocol.className());
      if (other != null) {
        throw new ProtocolException(
            protocol.className(),
            "The protocol's name '"
                + protocol.name()
                + "' is also that of "
                + other
                + "; reports and history need different names. Set @Protocol(name = \"...\") on"
                + " one of them.");
      }
    }
  }
}
