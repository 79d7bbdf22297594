package dev.parley.engine.internal.space;

/**
 * How a global state, one cell per node, becomes one non-negative long and back. A packing works on
 * one state at a time: {@link #open} takes a key apart, {@link #successor} builds the keys that can
 * follow it.
 */
abstract class Packing {
  /** What a node's cell becomes when a bundle is placed in its inbox. */
  interface Placement {
    int place(int node, int cell, int bundle);
  }

  /** Takes a key apart into cells and makes it the state that successors are built from. */
  abstract void open(long key, int[] cells);

  /**
   * The key of the open state after one of its nodes has stepped.
   *
   * @param node the node that stepped
   * @param cell its new cell
   * @param code holds the recipients and the bundles sent to them, in turn
   * @param from where they start
   * @param to where they end
   * @param placement tells what becomes of the recipients' cells
   */
  abstract long successor(int node, int cell, int[] code, int from, int to, Placement placement);

  /** The key of a state given by its cells. */
  abstract long pack(int[] cells);

  /** Whether some cell since the packing was made had a number too large for it. */
  abstract boolean overflowed();

  /** What the packing's own tables take in memory. */
  abstract long bytes();
}
