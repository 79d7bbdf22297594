package dev.parley.report;

import dev.parley.engine.result.Figures;
import dev.parley.engine.result.Reduction;
import java.util.Locale;

/** Numbers as people read them: thousands separated by commas, units spelt out. */
final class Numerals {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Numerals() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number with its noun: {@code 1 step}, {@code 2 steps}. */
  static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String decimal(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }

  static String bytes(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < BYTE_UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    return (unit == 0 ? count(bytes) : decimal(amount)) + " " + BYTE_UNITS[unit];
  }

  /** A time; one too short for the clock is not called nothing. */
  static String millis(long millis) {
    if (millis == 0) {
      return "<1 ms";
    }
    if (millis < 1_000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
    }
    long seconds = millis / 1000;
    if (seconds < 3_600) {
      return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%,d h %02d min", seconds / 3600, seconds / 60 % 60);
  }

  /** States per second; a time too short for the clock gives none. */
  static String rate(Figures figures) {
    return figures.millis() == 0 ? "–" : count(figures.statesPerSecond());
  }

  /** A share of a whole; what is more than nothing and less than one per cent says so. */
  static String percent(double share) {
    if (share > 0 && share < 0.01) {
      return "<1 %";
    }
    return (long) Math.floor(share * 100) + " %";
  }

  /** A number as it stands at an axis: {@code 500}, {@code 20 k}, {@code 1.5 M}. */
  static String compact(double number) {
    String[] units = {"", " k", " M", " G", " T"};
    double amount = number;
    int unit = 0;
    while (amount >= 10_000 || unit > 0 && amount >= 1_000) {
      amount /= 1_000;
      unit++;
    }
    boolean whole = amount == Math.rint(amount);
    return String.format(Locale.ROOT, whole ? "%,.0f" : "%,.1f", amount) + units[unit];
  }

  /**
   * What is saved, in per cent; what is worse than before is told as such.
   *
   * @param percent how many per cent less; negative if it is more
   * @param more what more of it is called: {@code more}
   * @param times what a multiple of it is called: {@code as many}
   */
  static String saved(double percent, String more, String times) {
    if (percent >= 0 || percent > -0.5) {
      return Reduction.text(percent);
    }
    return percent > -100
        ? Math.round(-percent) + " % " + more
        : count(Math.round(1 - percent / 100)) + "× " + times;
  }

  /** A percentage with one digit after the point; what is more than nothing is not called 0. */
  static String points(double percent) {
    return percent > 0 && percent < 0.1 ? "<0.1 %" : String.format(Locale.ROOT, "%.1f %%", percent);
  }
}
