package dev.parley.engine.internal.space;

/**
 * How a global state, one cell per node, becomes one non-negative long and back.
 *
 * <p>A packing works on one state at a time: {@link #open} takes a key apart; then, for each
 * successor, {@link #start}, {@link #set} for every node whose cell differs, and {@link #finish}.
 */
abstract class Packing {
  /** Takes a key apart into cells and makes it the state that successors are built from. */
  abstract void open(long key, int[] cells);

  /** Begins a successor that is equal to the open state so far. */
  abstract void start();

  /** Replaces a node's cell in the successor. */
  abstract void set(int node, int cell);

  /** The key of the successor. */
  abstract long finish();

  /** The key of a state given by its cells. */
  abstract long pack(int[] cells);

  /** Whether some cell since the packing was made had a number too large for it. */
  abstract boolean overflowed();

  /** What the packing's own tables take in memory. */
  abstract long bytes();
}
