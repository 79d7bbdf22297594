package dev.parley.engine.internal.store;

/**
 * How a global state, one number for each of its parts, becomes one non-negative long and back. A
 * packing works on one state at a time: {@link #open} takes a key apart, {@link #successor} builds
 * the keys that can follow it.
 */
abstract class Packing {
  /** Stands for the key of a state with a number too large for this packing. */
  static final long NO_ROOM = -1;

  /** Takes a key apart and makes it the state that successors are built from. */
  abstract void open(long key, int[] into);

  /**
   * The key of the open state after some of its parts have changed.
   *
   * @param parts the parts that change, each once
   * @param values their new numbers
   * @param count how many parts change
   * @return the key, or {@link #NO_ROOM}
   */
  abstract long successor(int[] parts, int[] values, int count);

  /** The key of a state given by its parts, or {@link #NO_ROOM}. */
  abstract long pack(int[] state);

  /**
   * A denser numbering of the keys of all states that consist of numbers in use.
   *
   * @param counts how many numbers each part has by now
   */
  abstract KeyCode code(int[] counts);

  /**
   * The same packing for one more thread, which may not add to its tables: where a successor would
   * need that, there is {@link #NO_ROOM}.
   */
  abstract Packing reader();

  /** What the packing's own tables take in memory. */
  abstract long bytes();
}
