package dev.parley.engine.internal.store;

/**
 * A map from two integers to an integer, for memos that may be thrown away. Key and value stand
 * side by side, so that a lookup touches one line of memory.
 */
public final class LongIntMap {
  /** What {@link #get} answers for an unknown key. */
  public static final int ABSENT = Integer.MIN_VALUE;

  private static final int FIRST_CAPACITY = 64;

  /** At even places keys, behind each its value, marked as present by {@link #PRESENT}. */
  private long[] table;

  private static final long PRESENT = 1L << 32;

  /** How far a hash is shifted to become a slot. */
  private int shift;

  private int size;

  /** An empty map. */
  public LongIntMap() {
    clear();
  }

  /** The value of a key, or {@link #ABSENT}. */
  public int get(int first, int second) {
    long key = key(first, second);
    long[] slots = table;
    int at = home(key);
    while (slots[at + 1] != 0) {
      if (slots[at] == key) {
        return (int) slots[at + 1];
      }
      at = (at + 2) & (slots.length - 1);
    }
    return ABSENT;
  }

  /** Sets the value of a key that is not yet in the map. */
  public void put(int first, int second, int value) {
    if (++size * 4L > table.length) {
      grow();
    }
    insert(key(first, second), PRESENT | (value & 0xFFFFFFFFL));
  }

  /** Takes the two integers of a key. */
  @FunctionalInterface
  public interface KeyConsumer {
    /** Takes a key. */
    void accept(int first, int second);
  }

  /** Hands out every key; the map must not change meanwhile. */
  public void forEachKey(KeyConsumer consumer) {
    for (int at = 0; at < table.length; at += 2) {
      if (table[at + 1] != 0) {
        consumer.accept((int) (table[at] >>> 32), (int) table[at]);
      }
    }
  }

  /** How many keys there are. */
  public int size() {
    return size;
  }

  /** Forgets everything and gives the memory back. */
  public void clear() {
    allocate(FIRST_CAPACITY);
    size = 0;
  }

  /** What the map takes in memory. */
  public long bytes() {
    return 8L * table.length;
  }

  private static long key(int first, int second) {
    return ((long) first << 32) | (second & 0xFFFFFFFFL);
  }

  /** The upper bits of a product depend on all bits of the key. */
  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift) << 1;
  }

  private void allocate(int capacity) {
    table = new long[2 * capacity];
    shift = Long.numberOfLeadingZeros(capacity) + 1;
  }

  private void insert(long key, long value) {
    int at = home(key);
    while (table[at + 1] != 0) {
      at = (at + 2) & (table.length - 1);
    }
    table[at] = key;
    table[at + 1] = value;
  }

  private void grow() {
    long[] old = table;
    allocate(old.length);
    for (int at = 0; at < old.length; at += 2) {
      if (old[at + 1] != 0) {
        insert(old[at], old[at + 1]);
      }
    }
  }
}
