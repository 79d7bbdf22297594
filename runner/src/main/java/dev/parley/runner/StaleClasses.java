package dev.parley.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Notices that sources were changed after they were compiled. Goals that are run alone take classes
 * as they are, and what they find is of the code as it was.
 */
final class StaleClasses {
  private StaleClasses() {}

  /** What to say about it; nothing if the classes are newer, or if it cannot be told. */
  static Optional<String> warning(CheckedModule module, ModuleClasses classes) {
    try {
      Optional<Path> source = newest(module.sourceRoots(), ".java");
      Optional<Path> compiled = newest(classes.directories(), ".class");
      if (source.isEmpty() || compiled.isEmpty() || !isNewer(source.get(), compiled.get())) {
        return Optional.empty();
      }
      return Optional.of(
          source.get().getFileName()
              + " was changed after the classes were compiled. They are taken as they are; put"
              + " test-compile before the goal, as in `mvn test-compile parley:check`.");
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static boolean isNewer(Path source, Path compiled) throws IOException {
    return time(source).compareTo(time(compiled)) > 0;
  }

  private static Optional<Path> newest(List<Path> roots, String suffix) throws IOException {
    Optional<Path> newest = Optional.empty();
    for (Path root : roots) {
      if (Files.isDirectory(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          Optional<Path> here =
              files
                  .filter(file -> file.toString().endsWith(suffix))
                  .max(Comparator.comparing(StaleClasses::time));
          newest =
              Stream.concat(newest.stream(), here.stream())
                  .max(Comparator.comparing(StaleClasses::time));
        }
      }
    }
    return newest;
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
