package dev.parley.protocols.peers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The servers that some tests need. */
final class Servers {
  private Servers() {}

  /** Skips a test, and says so, if a server is not installed. */
  static void require(String server) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin";
    boolean there =
        Stream.of(path.split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, server)));
    String missing = "there is no " + server + "; .ci/servers installs it";
    if (!there) {
      System.err.println("SKIPPED: " + missing);
    }
    Assumptions.assumeTrue(there, missing);
  }
}
