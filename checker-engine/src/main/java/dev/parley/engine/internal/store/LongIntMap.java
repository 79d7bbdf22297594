package dev.parley.engine.internal.store;

import java.util.Arrays;

/** A map from two integers to an integer, for memos that may be thrown away. */
public final class LongIntMap {
  /** What {@link #get} answers for an unknown key. */
  public static final int ABSENT = Integer.MIN_VALUE;

  private long[] keys;
  private int[] values;
  private int size;

  /** An empty map. */
  public LongIntMap() {
    clear();
  }

  /** The value of a key, or {@link #ABSENT}. */
  public int get(int first, int second) {
    long key = key(first, second);
    int mask = keys.length - 1;
    int slot = (int) Hash.mix(key) & mask;
    while (values[slot] != ABSENT) {
      if (keys[slot] == key) {
        return values[slot];
      }
      slot = (slot + 1) & mask;
    }
    return ABSENT;
  }

  /** Sets the value of a key that is not yet in the map. */
  public void put(int first, int second, int value) {
    if (++size * 2 > keys.length) {
      grow();
    }
    insert(key(first, second), value);
  }

  /** Takes the two integers of a key. */
  @FunctionalInterface
  public interface KeyConsumer {
    /** Takes a key. */
    void accept(int first, int second);
  }

  /** Hands out every key; the map must not change meanwhile. */
  public void forEachKey(KeyConsumer consumer) {
    for (int slot = 0; slot < keys.length; slot++) {
      if (values[slot] != ABSENT) {
        consumer.accept((int) (keys[slot] >>> 32), (int) keys[slot]);
      }
    }
  }

  /** How many keys there are. */
  public int size() {
    return size;
  }

  /** Forgets everything and gives the memory back. */
  public void clear() {
    keys = new long[64];
    values = new int[64];
    Arrays.fill(values, ABSENT);
    size = 0;
  }

  /** What the map takes in memory. */
  public long bytes() {
    return 12L * keys.length;
  }

  private static long key(int first, int second) {
    return ((long) first << 32) | (second & 0xFFFFFFFFL);
  }

  private void insert(long key, int value) {
    int mask = keys.length - 1;
    int slot = (int) Hash.mix(key) & mask;
    while (values[slot] != ABSENT) {
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new int[oldKeys.length * 2];
    Arrays.fill(values, ABSENT);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        insert(oldKeys[i], oldValues[i]);
      }
    }
  }
}
