package dev.parley.runner;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A build tool that says nothing. */
class SilentTool implements BuildTool {
  @Override
  public void print(String line) {
    System.out.println(line);
  }

  @Override
  public Console console() {
    return Console.of(line -> {}, line -> {}, line -> {});
  }

  @Override
  public Optional<PrintStream> terminal() {
    return Optional.empty();
  }

  @Override
  public String version() {
    return "none";
  }

  @Override
  public Path java() {
    return Path.of("java");
  }

  @Override
  public Map<String, String> variables() {
    return Map.of();
  }
}
