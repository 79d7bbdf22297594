package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories. */
final class Trees {
  private Trees() {}

  /** Removes a directory with all that is in it, as far as that is possible. */
  static void remove(Path directory) {
    try (Stream<Path> found = Files.walk(directory)) {
      List<Path> all = found.sorted(Comparator.reverseOrder()).toList();
      for (Path each : all) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      // A program may still write; the keeper removes what is left.
    }
  }
}
