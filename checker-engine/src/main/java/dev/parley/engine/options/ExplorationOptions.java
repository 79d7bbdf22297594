package dev.parley.engine.options;

import dev.parley.api.Network;
import java.util.Objects;
import java.util.Optional;

/**
 * In which order states are explored, and how far.
 *
 * @param order which state to expand next
 * @param selectivePush whether a depth-first search keeps only those states of its path on the
 *     stack that have more than one transition
 * @param budget when to stop
 * @param network the network that takes the place of the declared one, for experiments
 * @param walks random walks in place of a search, if so
 */
public record ExplorationOptions(
    Order order,
    boolean selectivePush,
    Budget budget,
    Optional<Network> network,
    Optional<Walks> walks) {
  /** Which state to expand next. */
  public enum Order {
    /**
     * The state nearest to the initial state first: counterexamples have as few steps as possible.
     */
    BREADTH_FIRST,
    /**
     * The newest state first: the frontier is one path. Counterexamples are shortened afterwards.
     */
    DEPTH_FIRST
  }

  /** Breadth first, unbounded. */
  public static final ExplorationOptions DEFAULT =
      new ExplorationOptions(
          Order.BREADTH_FIRST, false, Budget.UNBOUNDED, Optional.empty(), Optional.empty());

  /** Checks that the parts fit together. */
  public ExplorationOptions {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(walks, "walks");
    if (order == Order.BREADTH_FIRST && selectivePush) {
      throw new IllegalArgumentException(
          "a breadth-first search has no stack to push on; search depth first");
    }
    if (order == Order.BREADTH_FIRST && walks.isPresent()) {
      throw new IllegalArgumentException(
          "random walks follow one path at a time; leave order=breadth-first out");
    }
  }

  /** Whether states are explored breadth first. */
  public boolean nearestFirst() {
    return order == Order.BREADTH_FIRST;
  }
}
