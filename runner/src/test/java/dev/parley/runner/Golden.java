package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares texts with the documents expected of them. After an intended change write them anew with
 * {@code -Dparley.golden.update=true}, and read the difference before committing it.
 */
final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/dev/parley/runner");

  private Golden() {}

  static void compare(String name, String actual) throws IOException {
    Path file = DIRECTORY.resolve(name);
    if (Boolean.getBoolean("parley.golden.update")) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
