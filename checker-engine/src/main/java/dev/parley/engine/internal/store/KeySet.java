package dev.parley.engine.internal.store;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** A growing set of keys, which are non-negative and less than {@link Long#MAX_VALUE}. Exact. */
interface KeySet {
  /** Adds a key; tells whether it was new. */
  boolean add(long key);

  /**
   * Adds the first {@code count} keys in order.
   *
   * @param keys the keys
   * @param count how many of them
   * @param fresh set for each key to whether it was new
   */
  void addAll(long[] keys, int count, boolean[] fresh);

  /**
   * Adds the successors of edges, in order, as far as they belong to one share. The shares may be
   * added by as many threads at once. Then {@link #settle} must follow.
   *
   * @param taker is given each edge whose successor was new
   * @return how many were new
   */
  int addShare(Edges edges, int share, int shares, IntConsumer taker);

  /** Takes notice of keys that were added by shares: so many were new. */
  void settle(long added);

  /** Whether a key is in the set. */
  boolean contains(long key);

  /**
   * Looks the first {@code count} keys up, as {@link #contains} does.
   *
   * @param known set for each key to whether it is in the set
   */
  default void lookUp(long[] keys, int count, boolean[] known) {
    for (int i = 0; i < count; i++) {
      known[i] = contains(keys[i]);
    }
  }

  /** How many keys there are. */
  long size();

  /** What the set takes in memory. */
  long bytes();

  /** Hands out every key; the set must not change meanwhile. */
  void forEach(LongConsumer consumer);

  /** Hands out every key and empties the set piece by piece, to fill another one. */
  void drain(LongConsumer consumer);
}
