package dev.parley.protocols.tables;

import dev.parley.engine.result.Reduction;
import java.util.Locale;
import java.util.Optional;

/**
 * A number of states or milliseconds, if known.
 *
 * @param value the number
 * @param bound whether it is a lower bound
 */
record Amount(Optional<Long> value, boolean bound) {
  static final Amount UNKNOWN = new Amount(Optional.empty(), false);

  static Amount exactly(long value) {
    return new Amount(Optional.of(value), false);
  }

  static Amount moreThan(long value) {
    return new Amount(Optional.of(value), true);
  }

  /**
   * By how many per cent this is less than another amount. Of what was given up nothing can be said
   * but that it saves more than this if only the other one was given up.
   */
  Optional<Saving> savingOver(Amount before) {
    if (value.isEmpty() || bound || before.value.isEmpty() || before.value.get() == 0) {
      return Optional.empty();
    }
    double percent = Reduction.percent(before.value.get(), value.get());
    // What was given up may have been the smaller one in the end: less than nothing says nothing.
    return before.bound && percent <= 0
        ? Optional.empty()
        : Optional.of(new Saving(percent, before.bound));
  }

  String asCount() {
    return value.map(v -> (bound ? "> " : "") + String.format(Locale.ROOT, "%,d", v)).orElse("");
  }

  String asTime() {
    return value.map(v -> (bound ? "> " : "") + duration(v)).orElse("");
  }

  private static String duration(long millis) {
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
        : String.format(Locale.ROOT, "%dm%02ds", millis / 60_000, millis / 1000 % 60);
  }

  /**
   * A reduction.
   *
   * @param percent how much less
   * @param atLeast whether it is more than that, nobody knows how much
   */
  record Saving(double percent, boolean atLeast) {
    String text() {
      String text = Reduction.text(percent);
      return atLeast && !text.startsWith(">") ? ">" + text : text;
    }
  }
}
