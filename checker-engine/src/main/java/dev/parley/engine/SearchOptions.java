package dev.parley.engine;

import java.util.Objects;

/**
 * How to search.
 *
 * @param order which state to expand next
 * @param budget when to stop
 * @param runTwice whether each new local step is run a second time, on a copy laid out differently,
 *     and the outcomes compared
 */
public record SearchOptions(Order order, Budget budget, boolean runTwice) {
  /** Which state to expand next. */
  public enum Order {
    /** Nearest to the initial state first: counterexamples are shortest. */
    BREADTH_FIRST,
    /** The newest first: the frontier is one path; counterexamples are shortened afterwards. */
    DEPTH_FIRST
  }

  /** Breadth first, unbounded, each local step run twice. */
  public static final SearchOptions DEFAULT =
      new SearchOptions(Order.BREADTH_FIRST, Budget.UNBOUNDED, true);

  /** Checks that nothing is missing. */
  public SearchOptions {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(budget, "budget");
  }

  /** The same with another order. */
  public SearchOptions withOrder(Order newOrder) {
    return new SearchOptions(newOrder, budget, runTwice);
  }

  /** The same with another budget. */
  public SearchOptions withBudget(Budget newBudget) {
    return new SearchOptions(order, newBudget, runTwice);
  }
}
