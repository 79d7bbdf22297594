package dev.parley.engine.internal.store;

import java.util.Arrays;

/**
 * The keys seen last, as far as they did not displace each other. Most successors of a state are
 * also successors of its siblings, which are expanded shortly after it: this small table recognises
 * two keys in three before a large one is asked.
 */
final class Recent {
  private static final int BITS = 17;
  private static final int SHIFT = Long.SIZE - BITS;

  /** What it takes in memory. */
  static final long BYTES = (long) Long.BYTES << BITS;

  /** At the place of its hash a key plus one. */
  private final long[] keys = new long[1 << BITS];

  /** Whether a key, with its {@link #hash}, is not among those seen last; from now on it is. */
  boolean isNew(long key, long hash) {
    int place = (int) (hash >>> SHIFT);
    if (keys[place] == key + 1) {
      return false;
    }
    keys[place] = key + 1;
    return true;
  }

  /** Whether a key, with its {@link #hash}, is among those seen last. */
  boolean has(long key, long hash) {
    return keys[(int) (hash >>> SHIFT)] == key + 1;
  }

  /**
   * One multiplication is enough here, since only the upper bits are used, and each of them depends
   * on all bits of the key below it; folding first brings the upper ones down.
   */
  static long hash(long key) {
    return (key ^ (key >>> 32)) * 0x9E3779B97F4A7C15L;
  }

  void clear() {
    Arrays.fill(keys, 0);
  }
}
