package dev.parley.engine.options;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes durations and sizes the way annotations and plugin parameters spell them. What
 * is written can be read back.
 */
public final class Amounts {
  private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h)");
  private static final Pattern BYTES = Pattern.compile("(\\d+)([kmg]?)");
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  private Amounts() {}

  /**
   * Reads a duration.
   *
   * @param text as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}
   * @return the duration
   * @throws IllegalArgumentException if it is none of these; the message names them
   */
  public static Duration parseDuration(String text) {
    Matcher parts = DURATION.matcher(Objects.requireNonNull(text, "text").strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration; write 500ms, 30s, 5m or 2h");
    }
    long unit =
        switch (parts.group(2)) {
          case "ms" -> 1;
          case "s" -> SECOND;
          case "m" -> MINUTE;
          default -> HOUR;
        };
    try {
      Duration duration = Duration.ofMillis(times(parts.group(1), unit));
      // Everybody downstream counts nanoseconds in a long.
      duration.toNanos();
      return duration;
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is longer than 292 years; leave the bound out instead", e);
    }
  }

  /**
   * Reads a size.
   *
   * @param text as {@code 64k}, {@code 512m} or {@code 4g}, in either case, or a plain number of
   *     bytes
   * @return the size in bytes
   * @throws IllegalArgumentException if it is none of these; the message names them
   */
  public static long parseBytes(String text) {
    Matcher parts =
        BYTES.matcher(Objects.requireNonNull(text, "text").strip().toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size; write 64k, 512m, 4g or a plain number of bytes");
    }
    long unit =
        switch (parts.group(2)) {
          case "k" -> KIB;
          case "m" -> MIB;
          case "g" -> GIB;
          default -> 1;
        };
    try {
      return times(parts.group(1), unit);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is more bytes than a long counts; leave the bound out instead", e);
    }
  }

  /**
   * Writes a duration in the largest unit that loses nothing.
   *
   * @param duration the duration; what is finer than a millisecond is cut off
   * @return as {@code 90s}
   */
  public static String formatDuration(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0 || millis % SECOND != 0) {
      return millis + "ms";
    }
    if (millis % HOUR == 0) {
      return millis / HOUR + "h";
    }
    return millis % MINUTE == 0 ? millis / MINUTE + "m" : millis / SECOND + "s";
  }

  /**
   * Writes a size in the largest unit that loses nothing.
   *
   * @param bytes the size
   * @return as {@code 512m}, or the plain number if no unit fits
   */
  public static String formatBytes(long bytes) {
    if (bytes == 0 || bytes % KIB != 0) {
      return Long.toString(bytes);
    }
    if (bytes % GIB == 0) {
      return bytes / GIB + "g";
    }
    return bytes % MIB == 0 ? bytes / MIB + "m" : bytes / KIB + "k";
  }

  private static long times(String count, long unit) {
    return Math.multiplyExact(Long.parseLong(count), unit);
  }
}
