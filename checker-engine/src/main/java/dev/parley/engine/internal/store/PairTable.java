package dev.parley.engine.internal.store;

import java.util.Arrays;

/** Gives each distinct pair of non-negative integers a dense number, from 0. */
public final class PairTable {
  /** Stands for the number of an unknown pair. */
  static final int ABSENT = -1;

  private long[] pairs = new long[32];
  private int[] slots = new int[64];
  private int size;

  /** The number of a pair, a new one if it was not known. */
  public int intern(int first, int second) {
    long pair = ((long) first << 32) | second;
    int mask = slots.length - 1;
    int slot = (int) Hash.mix(pair) & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (pairs[id] == pair) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size + (size >> 1));
    }
    pairs[size] = pair;
    slots[slot] = ++size;
    if (size * 2L > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** The number of a pair, or {@link #ABSENT}. */
  int find(int first, int second) {
    long pair = ((long) first << 32) | second;
    int mask = slots.length - 1;
    int slot = (int) Hash.mix(pair) & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (pairs[id] == pair) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    return ABSENT;
  }

  /** The first integer of a pair. */
  public int first(int id) {
    return (int) (pairs[id] >>> 32);
  }

  /** The second integer of a pair. */
  public int second(int id) {
    return (int) pairs[id];
  }

  /** How many distinct pairs there are. */
  public int size() {
    return size;
  }

  /** What the table takes in memory. */
  public long bytes() {
    return 8L * pairs.length + 4L * slots.length;
  }

  /** Tells one table from others that were filled otherwise. */
  public long digest() {
    long digest = size;
    for (int id = 0; id < size; id++) {
      digest = Hash.mix(digest ^ pairs[id]);
    }
    return digest;
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = (int) Hash.mix(pairs[id]) & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = id + 1;
    }
    slots = larger;
  }
}
