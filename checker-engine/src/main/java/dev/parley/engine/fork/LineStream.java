package dev.parley.engine.fork;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts what a protocol prints into lines. What it prints goes into the build's log, so a handler
 * that prints in every step must not drown the log: after {@link #MOST_LINES} lines the rest is
 * dropped, and said to be, until {@link #restart()}.
 */
final class LineStream extends OutputStream {
  static final int MOST_LINES = 1_000;
  private static final int LONGEST_LINE = 8_192;
  private static final Charset CHARSET = StandardCharsets.UTF_8;

  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int count;

  LineStream(Consumer<String> lines) {
    this.lines = lines;
  }

  PrintStream asPrintStream() {
    return new PrintStream(this, true, CHARSET);
  }

  @Override
  public synchronized void write(int b) {
    if (b == '\n' || line.size() >= LONGEST_LINE) {
      emit();
    }
    if (b != '\n' && b != '\r') {
      line.write(b);
    }
  }

  /** Ends an unfinished line and counts anew. */
  synchronized void restart() {
    if (line.size() > 0) {
      emit();
    }
    count = 0;
  }

  private void emit() {
    String text = line.toString(CHARSET);
    line.reset();
    count++;
    if (count <= MOST_LINES) {
      lines.accept(text);
    } else if (count == MOST_LINES + 1) {
      lines.accept("(further output of this instance is not shown)");
    }
  }
}
