package dev.parley.engine.internal.space;

/** Says of which events transitions are of interest. */
@FunctionalInterface
public interface EventFilter {
  /**
   * Whether transitions of an event are.
   *
   * @param node the node that acts, or {@link Action#NOBODY}
   * @param event what happens
   */
  boolean wants(int node, int event);
}
