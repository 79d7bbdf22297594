package dev.parley.engine.internal.space;

import java.util.BitSet;
import java.util.Optional;

/** Chooses whose transitions are explored in a state. The others are skipped. */
public interface Selector {
  /**
   * Chooses nodes.
   *
   * @param cells the state
   * @param enabled how many transitions each node has there, none if it is down; not all are 0
   * @param idle a node with a message that {@link #isIdle}, which is not exposed, or -1 if there is
   *     none
   * @param exposed the nodes that something may interfere with that is no step: see {@link
   *     Environment#exposed}
   * @return the nodes whose transitions are to be explored, at least one of which has some; what is
   *     no step is explored with those of all nodes only
   */
  Selection select(int[] cells, int[] enabled, int idle, BitSet exposed);

  /**
   * Whether a message to a node may be consumed before anything else happens, whenever it is found
   * in this local state.
   */
  boolean isIdle(int node, int local, int messageId);

  /**
   * What is known of its choices, for one more thread, until the selector itself is asked again;
   * nothing as long as choices may depend on more than the state.
   */
  default Optional<KnownChoices> knownChoices() {
    return Optional.empty();
  }

  /** Choices that the selector made before. Does not change what others see. */
  interface KnownChoices {
    /** What {@link Selector#select} would choose where nothing is exposed; null if not known. */
    Selection select(int[] cells, int[] enabled, int idle);

    /** The state asked for last is explored as it was told. */
    void count();

    /** Adds what was counted to the selector's own counts. Nobody may select meanwhile. */
    void handOver();
  }

  /**
   * What it has counted so far. A choice may depend on it, but only until {@link #knownChoices}.
   */
  default long[] counts() {
    return new long[0];
  }

  /** Counts on from there. */
  default void setCounts(long[] counts) {}

  /** Grows whenever its choices change for good. */
  default long turns() {
    return 0;
  }

  /** Forgets memos that have grown too large. To be called between expansions. */
  void trim();

  /** What the selector's tables take in memory. */
  long bytes();
}
