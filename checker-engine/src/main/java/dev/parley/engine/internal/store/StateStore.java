package dev.parley.engine.internal.store;

import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Remembers which states were met, and those of them that wait to be expanded. The one place that
 * knows how a state is kept: on the heap, on disk, on several machines.
 *
 * <p>To everybody else a state is a <b>reference</b>, a long that only this store understands.
 * References are handed out by a {@link StateView}. The store may replace references by others in
 * {@link #add} and {@link #addAll}, and only there: it replaces those in the edges it is given and
 * in its own queues and lists, so whoever keeps references nowhere else need not know. What must
 * last longer is taken apart ({@link StateView#open}): the parts of a state are numbers of the
 * dictionary and never change.
 */
public interface StateStore {
  /** A worker's access to states. Each worker has its own. */
  StateView view();

  /**
   * Adds a state.
   *
   * @param state a reference
   * @return the reference to be used from now on
   */
  long add(long state);

  /** Adds the successors of all edges, in order, and notes in the edges which of them were new. */
  void addAll(Edges edges);

  /**
   * Takes transitions to states that were added out of the edges, as far as that is found out
   * cheaply, and counts them there as known.
   */
  default void dropKnown(Edges edges) {}

  /**
   * Says how much memory there is. A store that can trade time for memory does so as it gets short.
   */
  default void keepWithin(long bytes) {}

  /** Why there is no room for more states, if there is none; those added so far are all there. */
  default Optional<String> lackOfRoom() {
    return Optional.empty();
  }

  /** Itself, if several workers can add states at once. */
  default Optional<ParallelStore> parallel() {
    return Optional.empty();
  }

  /** How many states were added; a store that remembers nothing counts every time. */
  long size();

  /** Whether {@link #forEach} can be called. */
  default boolean tellsAll() {
    return false;
  }

  /** Hands out every state that was added; none may be added meanwhile. */
  default void forEach(LongConsumer consumer) {
    throw new UnsupportedOperationException("this store cannot tell all its states");
  }

  /** A new queue of states. */
  StateQueue newQueue();

  /** A new list of states. */
  StateList newList();

  /** What the states take in memory, in queues and lists too. */
  long bytes();
}
