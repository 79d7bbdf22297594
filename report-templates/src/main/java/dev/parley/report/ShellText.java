package dev.parley.report;

/**
 * Text as one word of a command line. Double quotes are taken by every shell; single ones only
 * where something in the text would mean something between double ones.
 */
public final class ShellText {
  private ShellText() {}

  /** The text, in quotes unless every shell takes it as it is. */
  public static String word(String text) {
    if (text.matches("[A-Za-z0-9._:/=@-]+")) {
      return text;
    }
    return text.matches("[^\"$`\\\\!%]*")
        ? '"' + text + '"'
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
