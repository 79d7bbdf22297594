package dev.parley.report;

/**
 * Text as it may stand in Java source. Names and values come from the checked program and may hold
 * anything; whatever is not plain ASCII is written as an escape, so the file compiles under every
 * encoding.
 */
final class JavaText {
  private JavaText() {}

  /** A string literal. */
  static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> literal.append('\\').append(c);
        case '\n' -> literal.append("\\n");
        case '\t' -> literal.append("\\t");
        // As an octal escape: javac would take the Unicode escape of a line end for a line end.
        default -> literal.append(c < ' ' ? String.format("\\%03o", (int) c) : visible(c));
      }
    }
    return literal.append('"').toString();
  }

  /** The same as part of a comment: nothing in it can end the comment or be an escape. */
  static String comment(String text) {
    StringBuilder comment = new StringBuilder();
    text.chars().forEach(c -> comment.append(c < ' ' || c > '~' || c == '\\' ? '?' : (char) c));
    return comment.toString().replace("*/", "* /");
  }

  /** A name in camel case, made of the letters and digits of a text. */
  static String name(String text, boolean upperFirst) {
    StringBuilder name = new StringBuilder();
    boolean upper = upperFirst;
    for (char c : text.toCharArray()) {
      if (c < 128 && Character.isLetterOrDigit(c)) {
        name.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      } else {
        upper = upperFirst || !name.isEmpty();
      }
    }
    boolean starts = !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0));
    return starts ? name.toString() : (upperFirst ? "Of" : "of") + name;
  }

  private static String visible(char c) {
    return c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c);
  }
}
