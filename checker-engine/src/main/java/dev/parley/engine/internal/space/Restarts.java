package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.StepOutcome;
import java.util.List;

/** Says what a restart does to a node and what the node sends then. */
@FunctionalInterface
public interface Restarts {
  /**
   * All ways in which a node can restart, in the order of the choices it makes.
   *
   * @param node the node
   * @param local its local state when it crashed
   * @param layout the layout that the run began with
   */
  List<Restart> of(int node, int local, int layout);

  /**
   * One way to restart.
   *
   * @param local the new local state
   * @param toSelf the bundle that the node sends to itself
   * @param recipients the other nodes that it sends to
   * @param bundles what it sends to each of them
   * @param outcome what its code did
   */
  record Restart(int local, int toSelf, int[] recipients, int[] bundles, StepOutcome outcome) {}
}
