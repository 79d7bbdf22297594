package dev.parley.runner;

import dev.parley.engine.result.OneLine;
import java.util.function.Consumer;

/** Where a run says what happens, a line at a time. */
public interface Console {
  /**
   * A console that writes to a log. Whatever a line holds, it stays one line: what users have named
   * must not look like a line of the build tool.
   */
  static Console of(Consumer<String> info, Consumer<String> warn, Consumer<String> error) {
    return new Console() {
      @Override
      public void info(String line) {
        info.accept(OneLine.of(line));
      }

      @Override
      public void warn(String line) {
        warn.accept(OneLine.of(line));
      }

      @Override
      public void error(String line) {
        error.accept(OneLine.of(line));
      }
    };
  }

  /** Says something that is as it should be. */
  void info(String line);

  /** Says something to look at, which fails nothing. */
  void warn(String line);

  /** Says what is wrong. */
  void error(String line);
}
