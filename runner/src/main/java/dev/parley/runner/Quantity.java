package dev.parley.runner;

import dev.parley.engine.options.Amounts;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;

/** Numbers with units, as people write and read them. */
public final class Quantity {
  private Quantity() {}

  /** Reads {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}. */
  public static Duration duration(String name, String text) {
    return named(name, text, Amounts::parseDuration);
  }

  /** Reads {@code 512m} or {@code 4g}. */
  public static long bytes(String name, String text) {
    return named(name, text, Amounts::parseBytes);
  }

  /** Says which parameter it was. */
  private static <T> T named(String name, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
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

  /** How long ago, in the largest unit of which there are some. */
  static String age(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 2 * 3600) {
      return seconds / 60 + " minutes";
    }
    return seconds < 2 * 86400 ? seconds / 3600 + " hours" : seconds / 86400 + " days";
  }
}
