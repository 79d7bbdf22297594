package dev.parley.maven;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units, as people write and read them. */
final class Quantity {
  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([a-zA-Z]*)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);
  private static final Map<String, Long> BYTES =
      Map.of("k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40);

  private Quantity() {}

  /** Reads {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}. */
  static Duration duration(String name, String text) {
    return Duration.ofMillis(parse(name, text, MILLIS, "500ms, 30s, 5m or 2h"));
  }

  /** Reads {@code 512m} or {@code 4g}. */
  static long bytes(String name, String text) {
    return parse(name, text, BYTES, "512m or 4g");
  }

  private static long parse(String name, String text, Map<String, Long> units, String examples) {
    Matcher matcher = AMOUNT.matcher(text.strip());
    Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          name + " must be an amount like " + examples + ", not '" + text + "'");
    }
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(name + " is too large: " + text, e);
    }
  }

  /** With separators between the thousands: {@code 7,479,449}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Short: {@code 812 ms}, {@code 3.4 s}, {@code 5 m 02 s}, {@code 1 h 05 m}. */
  static String time(long millis) {
    if (millis < 1_000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
    }
    long seconds = millis / 1_000;
    return seconds < 3_600
        ? String.format(Locale.ROOT, "%d m %02d s", seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%d h %02d m", seconds / 3_600, seconds / 60 % 60);
  }

  /** Short: {@code 512 B}, {@code 18 MB}, {@code 3.2 GB}. */
  static String memory(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    if (bytes < 1 << 20) {
      return (bytes >> 10) + " KB";
    }
    return bytes < 1 << 30
        ? (bytes >> 20) + " MB"
        : String.format(Locale.ROOT, "%.1f GB", (double) bytes / (1 << 30));
  }
}
