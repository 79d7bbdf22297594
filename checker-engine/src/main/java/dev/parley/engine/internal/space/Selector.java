package dev.parley.engine.internal.space;

import java.util.BitSet;

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

  /** Forgets memos that have grown too large. To be called between expansions. */
  void trim();

  /** What the selector's tables take in memory. */
  long bytes();
}
