package dev.parley.maven;

import dev.parley.runner.Console;
import org.apache.maven.plugin.logging.Log;

/** Maven's log. Whatever a line holds, it stays one line. */
record LogConsole(Log log) implements Console {
  @Override
  public void info(String line) {
    log.info(Console.oneLine(line));
  }

  @Override
  public void warn(String line) {
    log.warn(Console.oneLine(line));
  }

  @Override
  public void error(String line) {
    log.error(Console.oneLine(line));
  }
}
