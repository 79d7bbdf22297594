package dev.parley.engine.internal.search;

import dev.parley.engine.internal.store.Edges;

/** Expands states for a frontier. */
interface Expander {
  /** Adds all transitions of a state to the edges. */
  void expand(long state, Edges edges);

  /** Adds all transitions of some states to the edges, in order. */
  void expandAll(long[] states, int count, Edges edges);
}
