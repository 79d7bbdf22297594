package dev.parley.engine.result;

/**
 * Text for one line of a log. A name comes from an annotation and may hold anything; a line feed in
 * it must not begin a line that looks like the build tool's own, nor an escape repaint the
 * terminal.
 */
public final class OneLine {
  private OneLine() {}

  /** The text with control characters, line ends and halves of surrogate pairs as escapes. */
  public static String of(String text) {
    if (text.codePoints().noneMatch(OneLine::odd)) {
      return text;
    }
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                line.append("\\n");
              } else if (c == '\r') {
                line.append("\\r");
              } else if (odd(c)) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }

  private static boolean odd(int c) {
    return (Character.isISOControl(c) && c != '\t')
        || c == 0x2028
        || c == 0x2029
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
