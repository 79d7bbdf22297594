package dev.parley.junit;

import dev.parley.runner.BuildTool;
import dev.parley.runner.Commands;
import dev.parley.runner.Console;
import dev.parley.runner.RunListener;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import org.junit.platform.engine.TestEngine;

/**
 * The JUnit Platform, as a run sees it.
 *
 * @param place the module
 * @param listener hears of instances
 */
record JunitTool(Place place, RunListener listener) implements BuildTool {
  private static final Logger LOG = Logger.getLogger("dev.parley.junit");

  /**
   * Tests say what went wrong in their failures, and nothing if nothing did: the rest is for those
   * who turn the log up.
   */
  @Override
  public void print(String line) {
    System.out.println(line);
  }

  @Override
  public Console console() {
    return Console.of(LOG::fine, LOG::fine, LOG::fine);
  }

  static void warn(String text) {
    LOG.warning(text);
  }

  @Override
  public Optional<PrintStream> terminal() {
    return Optional.empty();
  }

  @Override
  public String version() {
    String version = TestEngine.class.getPackage().getImplementationVersion();
    return "JUnit Platform" + (version == null ? "" : " " + version);
  }

  @Override
  public Path java() {
    String suffix = System.getProperty("os.name").startsWith("Windows") ? ".exe" : "";
    return Path.of(System.getProperty("java.home"), "bin", "java" + suffix);
  }

  /** The goal needs no entry in the POM, if it is called by its full name. */
  static Commands commands(Place place) {
    return place.isMaven()
        ? Commands.maven(
            Optional.ofNullable(BuildTool.class.getPackage().getImplementationVersion())
                .map(version -> "dev.parley:parley-maven-plugin:" + version)
                .orElse("parley"),
            "")
        : Commands.gradle("gradle ");
  }

  @Override
  public Map<String, String> variables() {
    return System.getenv();
  }
}
