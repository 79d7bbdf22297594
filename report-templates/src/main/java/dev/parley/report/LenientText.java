package dev.parley.report;

/**
 * Text for files that people or browsers read. Values come from the checked program and may hold
 * anything, half of a surrogate pair and NUL included; none of it may cost a report. What UTF-8 or
 * HTML cannot hold becomes the replacement character.
 */
final class LenientText {
  private static final int REPLACEMENT = 0xFFFD;

  private LenientText() {}

  /** The text with everything replaced that has no place in a text file. */
  static String clean(String text) {
    if (text.codePoints().allMatch(LenientText::allowed)) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().forEach(c -> clean.appendCodePoint(allowed(c) ? c : REPLACEMENT));
    return clean.toString();
  }

  /** At most so many characters of a text; the last one says that there are more. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  private static boolean allowed(int c) {
    boolean control = (c < ' ' && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0);
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    boolean noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    return !control && !surrogate && !noncharacter;
  }
}
