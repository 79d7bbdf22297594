package dev.parley.runner;

import dev.parley.engine.result.OneLine;

/** Where a run says what happens, a line at a time. */
public interface Console {
  /** Says something that is as it should be. */
  void info(String line);

  /** Says something to look at, which fails nothing. */
  void warn(String line);

  /** Says what is wrong. */
  void error(String line);

  /** The text with line ends and control characters escaped, so that it stays one line. */
  static String oneLine(String text) {
    return OneLine.of(text);
  }
}
