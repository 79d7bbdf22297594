package dev.parley.protocols.tables;

import dev.parley.engine.options.Budget;
import java.time.Duration;
import java.util.Optional;

/** What a search may spend before it is given up. */
final class Budgets {
  /** For what visits every path: no paper and no machine gets to the end of that. */
  static final Budget PATHS = seconds(10);

  /** For everything that is expected to come to its end. */
  static final Budget ORDINARY = seconds(60);

  /** For what took the papers hours or days. */
  static final Budget GENEROUS = seconds(120);

  /** For what no machine of the papers had the memory for. */
  static final Budget PATIENT = seconds(600);

  private Budgets() {}

  private static Budget seconds(int seconds) {
    return new Budget(
        Optional.of(100_000_000L),
        Optional.of(Duration.ofSeconds(seconds)),
        Optional.of(5L << 30),
        Optional.empty());
  }
}
