package dev.parley.gradle;

import dev.parley.runner.BuildTool;
import dev.parley.runner.Console;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gradle.api.logging.Logger;
import org.gradle.util.GradleVersion;

/**
 * Gradle, as a run sees it.
 *
 * @param log the task's
 * @param java the {@code java} the engine runs on
 * @param engineClassPath the engine as it was published: Gradle may rewrite the classes of plugins,
 *     and those need Gradle to run
 */
record GradleTool(Logger log, Path java, List<String> engineClassPath) implements BuildTool {
  @Override
  public void print(String line) {
    System.out.println(line);
  }

  @Override
  public Console console() {
    return console(log);
  }

  /** Gradle shows the level "lifecycle" unless it is asked to be quiet. */
  static Console console(Logger log) {
    return Console.of(log::lifecycle, log::warn, log::error);
  }

  /** Gradle keeps the terminal to itself. */
  @Override
  public Optional<PrintStream> terminal() {
    return Optional.empty();
  }

  @Override
  public String version() {
    return "Gradle " + GradleVersion.current().getVersion();
  }

  @Override
  public Map<String, String> variables() {
    return System.getenv();
  }
}
