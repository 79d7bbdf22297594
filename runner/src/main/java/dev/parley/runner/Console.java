package dev.parley.runner;

import java.util.function.Consumer;

/** Where a run says what happens, a line at a time. */
public interface Console {
  /**
   * A console that writes to a log. Whatever a line holds, it stays one line: what users have named
   * must not look like a line of the build tool.
   */
  static Console of(Consumer<String> info, Consumer<String> warn, Consumer<String> error) {
    return of(info, warn, error, Style.Painter.NONE);
  }

  /** The same for a log that is shown in colours. */
  static Console of(
      Consumer<String> info, Consumer<String> warn, Consumer<String> error, Style.Painter painter) {
    return new Console() {
      @Override
      public void info(Line line) {
        info.accept(line.painted(painter));
      }

      @Override
      public void warn(Line line) {
        warn.accept(line.painted(painter));
      }

      @Override
      public void error(Line line) {
        error.accept(line.painted(painter));
      }
    };
  }

  /** Says something that is as it should be. */
  void info(Line line);

  /** Says something to look at, which fails nothing. */
  void warn(Line line);

  /** Says what is wrong. */
  void error(Line line);

  /** Says something that is as it should be. */
  default void info(String line) {
    info(Line.of(line));
  }

  /** Says something to look at, which fails nothing. */
  default void warn(String line) {
    warn(Line.of(line));
  }

  /** Says what is wrong. */
  default void error(String line) {
    error(Line.of(line));
  }
}
