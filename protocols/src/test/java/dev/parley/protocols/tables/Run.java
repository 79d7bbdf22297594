package dev.parley.protocols.tables;

import dev.parley.api.Network;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import java.util.Optional;

/**
 * A search to measure.
 *
 * @param protocol whose
 * @param instance which instance
 * @param options how to search; the budget is how much it may spend
 */
record Run(Class<?> protocol, String instance, SearchOptions options) {
  Run within(Budget budget) {
    return with(options.withBudget(budget));
  }

  Run with(SearchOptions others) {
    return new Run(protocol, instance, others);
  }

  /** The network that takes the place of the declared one, if one does. */
  Optional<Network> network() {
    return options.exploration().network();
  }

  /** Whether the other side is a program. */
  boolean asksPrograms() {
    return protocol.getPackageName().endsWith(".peers");
  }

  /** Tells it from every other run. */
  String key() {
    return protocol.getSimpleName() + " " + instance + " " + options.describe() + " " + bounds();
  }

  private String bounds() {
    return "trial-runs="
        + options.reduction().trialRuns()
        + " budget="
        + options.exploration().budget();
  }
}
