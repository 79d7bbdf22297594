package dev.parley.engine.internal.space;

/** Takes transitions of a state, one after the other. */
@FunctionalInterface
public interface TransitionTaker {
  /**
   * Takes one.
   *
   * @param node the node that acts, or {@link Action#NOBODY}
   * @param event what happens: see {@link StateSpace#action}
   * @param outcome which outcome of the event
   * @param successor a reference to the state it leads to
   */
  void take(int node, int event, int outcome, long successor);
}
