package dev.parley.bench;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.Locale;

/**
 * One check, unbounded, and what it took.
 *
 * @param instance the checked instance
 * @param search what ran
 * @param figures how much was explored
 */
record Measurement(String instance, String search, Figures figures) {
  /** Checks an instance that must turn out verified: a search that ended early measures nothing. */
  static Measurement of(Class<?> protocol, String instance, Order order) {
    InstanceResult result =
        Checker.check(
            ModelLoader.load(protocol, instance),
            SearchOptions.DEFAULT.withOrder(order),
            ProgressListener.NONE);
    if (result.verdict() != Verdict.VERIFIED) {
      throw new IllegalStateException(
          protocol.getName() + " " + instance + " must be verified to be measured: " + result);
    }
    return new Measurement(instance, result.search(), result.figures());
  }

  static Order order(String name) {
    return Order.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** One line of {@code key=value} pairs, for people and scripts. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "instance=%s states=%d transitions=%d user-code-runs=%d local-states=%d millis=%d"
            + " states-per-second=%d bytes-per-state=%.1f search=%s",
        instance,
        figures.states(),
        figures.transitions(),
        figures.userCodeRuns(),
        figures.localStates(),
        figures.millis(),
        figures.statesPerSecond(),
        figures.bytesPerState(),
        search.replace(' ', '-'));
  }
}
