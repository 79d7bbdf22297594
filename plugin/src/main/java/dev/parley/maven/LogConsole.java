package dev.parley.maven;

import dev.parley.runner.Console;
import org.apache.maven.plugin.logging.Log;

/** Maven's log. */
record LogConsole(Log log) implements Console {
  @Override
  public void info(String line) {
    log.info(line);
  }

  @Override
  public void warn(String line) {
    log.warn(line);
  }

  @Override
  public void error(String line) {
    log.error(line);
  }
}
