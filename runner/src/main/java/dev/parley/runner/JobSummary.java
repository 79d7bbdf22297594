package dev.parley.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.function.Consumer;

/** The page that a build server shows of a job, where steps add what they want to be read. */
final class JobSummary {
  private static final String VARIABLE = "GITHUB_STEP_SUMMARY";

  private JobSummary() {}

  /** Adds a file's text, if there is such a page. That it cannot be added fails nothing. */
  static void add(Path markdown, Map<String, String> environment, Consumer<String> warnings) {
    String page = environment.getOrDefault(VARIABLE, "");
    if (page.isBlank()) {
      return;
    }
    try {
      Files.write(
          Path.of(page),
          ("\n" + Files.readString(markdown)).getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      warnings.accept("The summary could not be added to " + page + ": " + e.getMessage());
    }
  }
}
