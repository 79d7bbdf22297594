package dev.parley.engine.fork;

import dev.parley.engine.code.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The engine's classes as a Java machine had them in memory, kept in a file that the next one maps
 * instead of loading them: class data sharing for applications (JEP 350). It saves a quarter of the
 * processor time of a small check.
 *
 * <p><b>Nothing rests on it.</b> An archive belongs to one Java, one list of arguments and one
 * state of the engine's jars: its name is a digest of these. The Java machine looks again at its
 * own version, at the jars' times and sizes, and at a checksum of the archive. If something is not
 * as it was, it loads classes as always and says nothing ({@link #ARGUMENTS}). A process that does
 * not get to work with an archive is started again without it. A new archive gets its name only
 * after the process that made it has ended well, so nobody ever maps half of one. A file that
 * cannot be written is not written.
 *
 * <p><b>It holds no class of a protocol.</b> The Java machine would also keep what other loaders
 * define, and recognise it by name, size and a checksum of 32 bits: too little for a checker to
 * rely on. So the archive is not made by a run of users, but by a process that checks a protocol of
 * the engine's own ({@link Rehearsal}). That takes a second. It happens when a process ends for
 * which there was no archive the second time: on build machines that forget everything after each
 * build, an archive would never be used.
 *
 * @param file where the archive is, or will be
 */
record StartupArchive(Path file) {
  /** How many archives are kept: those used last. */
  static final int KEPT = 8;

  /** The first version of Java that makes archives this way. */
  private static final int FIRST_JAVA = 13;

  /** The archive is checked before it is used, and a useless one is not worth a message. */
  private static final List<String> ARGUMENTS =
      List.of("-XX:+VerifySharedSpaces", "-Xlog:cds*=off");

  private static final String ARCHIVE = ".jsa";
  private static final String MISSED = ".missed";
  private static final String USELESS = ".useless";
  private static final String UNFINISHED = ".unfinished";

  /** Where archives of this user are kept, beside what other programs keep to be faster. */
  static Path usualDirectory() {
    return Stream.of(System.getenv("XDG_CACHE_HOME"), System.getenv("LOCALAPPDATA"))
        .filter(place -> place != null && !place.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .findFirst()
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("parley");
  }

  /** The archive for a process, if it can have one: its classes are in jars, its Java makes any. */
  static Optional<StartupArchive> of(EngineLaunch launch) {
    // The Java machine takes a list of files.
    String separator = System.getProperty("path.separator");
    return launch
        .archives()
        .filter(directory -> isSuitable(launch) && !directory.toString().contains(separator))
        .flatMap(directory -> named(directory, launch));
  }

  private static Optional<StartupArchive> named(Path directory, EngineLaunch launch) {
    try {
      Optional<String> java = release(launch.java());
      if (java.filter(StartupArchive::makesArchives).isEmpty()) {
        return Optional.empty();
      }
      Digest digest = new Digest().add(launch.java().toRealPath().toString()).add(java.get());
      launch.arguments().forEach(digest::add);
      for (String entry : launch.classPathEntries()) {
        Path jar = Path.of(entry);
        if (!Files.isRegularFile(jar)) {
          return Optional.empty();
        }
        digest.add(Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis());
      }
      return Optional.of(
          new StartupArchive(
              directory.resolve("engine-" + digest.hex().substring(0, 32) + ARCHIVE)));
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  /** Not with agents, which change classes, nor where somebody else decides on archives. */
  private static boolean isSuitable(EngineLaunch launch) {
    return !launch.debugged()
        && launch.jvmArguments().stream()
            .noneMatch(
                a ->
                    a.matches(
                        "-(javaagent|agentlib|agentpath|Xrun|Xshare|Xlog|Xverify|XX:.*(Archive|Shared"
                            + "|CDS|AOT)|-patch-module|-upgrade-module-path|Xbootclasspath).*"));
  }

  /** What a Java says of itself. */
  private static Optional<String> release(Path java) throws IOException {
    Path home = java.toRealPath().getParent().getParent();
    Path release = home.resolve("release");
    return Files.isRegularFile(release) ? Optional.of(Files.readString(release)) : Optional.empty();
  }

  private static boolean makesArchives(String release) {
    return release
        .lines()
        .filter(line -> line.matches("JAVA_VERSION=\"\\d+.*"))
        .map(line -> line.replaceFirst("JAVA_VERSION=\"(\\d+).*", "$1"))
        .anyMatch(version -> Integer.parseInt(version) >= FIRST_JAVA);
  }

  /** Whether there is an archive to start with. */
  boolean exists() {
    return Files.isRegularFile(file);
  }

  /** The arguments of a process that uses the archive. */
  List<String> use() {
    touch(file);
    return Stream.concat(Stream.of("-XX:SharedArchiveFile=" + file), ARGUMENTS.stream()).toList();
  }

  /**
   * Notes that a process was started without the archive.
   *
   * @return whether it is worth making one
   */
  boolean missed() {
    if (exists() || Files.exists(beside(USELESS))) {
      return false;
    }
    if (Files.exists(beside(MISSED))) {
      return true;
    }
    touch(beside(MISSED));
    return false;
  }

  /** The arguments of a process that makes the archive. */
  List<String> make() {
    return Stream.concat(Stream.of("-XX:ArchiveClassesAtExit=" + unfinished()), ARGUMENTS.stream())
        .toList();
  }

  /**
   * Keeps what a process has made, or notes that it is of no use to try again.
   *
   * @param well whether the process ended as it should
   */
  void made(boolean well) {
    try {
      if (well && Files.isRegularFile(unfinished())) {
        Files.move(unfinished(), file, StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(beside(MISSED));
        sweep();
        return;
      }
    } catch (IOException cannotBeKept) {
      // Then there is none.
    }
    distrust();
  }

  /** From now on there is no such archive. */
  void distrust() {
    touch(beside(USELESS));
    delete(unfinished());
    delete(file);
  }

  private Path unfinished() {
    return beside("-" + ProcessHandle.current().pid() + UNFINISHED);
  }

  private Path beside(String ending) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - ARCHIVE.length()) + ending);
  }

  /** Removes what was not used for the longest time. */
  private void sweep() throws IOException {
    List<Path> newestFirst;
    try (Stream<Path> all = Files.list(file.getParent())) {
      newestFirst =
          all.filter(path -> path.getFileName().toString().matches("engine-.*" + "\\" + ARCHIVE))
              .sorted(Comparator.comparing(StartupArchive::time).reversed())
              .toList();
    }
    newestFirst.stream().skip(KEPT).forEach(StartupArchive::delete);
  }

  private static FileTime time(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).lastModifiedTime();
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }

  private static void touch(Path path) {
    try {
      Files.createDirectories(path.getParent());
      if (!Files.exists(path)) {
        Files.createFile(path);
      }
      Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
    } catch (IOException readOnly) {
      // It only says when something was used.
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException inUse) {
      // The Java machine looks at it before it is used again.
    }
  }
}
