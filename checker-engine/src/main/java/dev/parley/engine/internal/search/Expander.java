package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Edges;

/** Expands states for a frontier. */
interface Expander {
  /**
   * Adds all transitions of a state to the edges.
   *
   * @return false if all keys were translated to a wider packing meanwhile, the frontier's own too:
   *     then the edges are worthless and the same states are to be expanded again
   */
  boolean expand(long key, Edges edges);
}
