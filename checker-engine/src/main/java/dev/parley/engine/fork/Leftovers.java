package dev.parley.engine.fork;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Temporary files whose names carry the number of the process that made them. A process that is
 * killed cannot remove its own; the next one does, because it can tell that their owner is gone.
 */
final class Leftovers {
  private Leftovers() {}

  /** A new file that only its owner can read, in the system's directory for such files. */
  static Path create(String prefix, String suffix) throws IOException {
    return Files.createTempFile(prefix + ProcessHandle.current().pid() + "-", suffix);
  }

  /** Removes the files of processes that are gone. That one cannot be removed fails nothing. */
  static void sweep(String prefix, String suffix) {
    Pattern name = Pattern.compile(Pattern.quote(prefix) + "(\\d+)-.*" + Pattern.quote(suffix));
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*" + suffix)) {
      for (Path file : files) {
        Matcher owner = name.matcher(file.getFileName().toString());
        if (owner.matches() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Someone else's file, or one that went by itself.
    }
  }
}
