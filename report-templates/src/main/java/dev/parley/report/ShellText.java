package dev.parley.report;

/** Text as one word of a command line: in single quotes unless every shell takes it as it is. */
final class ShellText {
  private ShellText() {}

  static String word(String text) {
    return text.matches("[A-Za-z0-9._:/=@-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
