package dev.parley.engine.internal.store;

import java.util.function.IntConsumer;

/**
 * A store that several workers can add states to at once, batch by batch. What is said of one
 * thread is done by the one that all others wait for.
 */
public interface ParallelStore extends StateStore {
  /**
   * Read access for one more worker, while nobody adds states. A successor for which the store
   * would have to remember something is refused: its reference is negative and must not be used.
   */
  StateView newReader();

  /** Grows whenever references were replaced. To be asked in one thread. */
  int generation();

  /** Prepares edges to be added by several workers; may replace references. In one thread. */
  void prepare(Edges edges);

  /**
   * Adds the successors of all edges that belong to one share, in order, and notes which of them
   * were new. Each share is to be added by one worker; all edges belong to some share, and edges to
   * one state to the same.
   *
   * @param taker is given the edges whose successors were new
   * @return how many were
   */
  int addShare(Edges edges, int share, int shares, IntConsumer taker);

  /** Ends what {@link #prepare} began: so many states were new. In one thread. */
  void settle(long added);
}
