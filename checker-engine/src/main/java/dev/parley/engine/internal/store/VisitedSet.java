package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * The set of visited states, exact: every key is kept whole, so two states are never confused.
 *
 * <p>Keys are non-negative longs in linearly probed slots, split into segments by their hash. Each
 * segment grows by itself, so growing never stops the search for long and never needs the old and
 * the new table of everything at once. Within a segment a key's home slot is its hash scaled to the
 * capacity (multiply and shift) instead of masked: since scaling keeps the order of hashes, growing
 * copies a segment front to back. Thresholds differ from segment to segment, or all would grow at
 * the same moment. Segments double: growing by half instead saves a fifth of the memory and costs a
 * tenth of the time.
 *
 * <p>A lookup is one cache miss, and the search spends most of its time on them. Two things make
 * them cheaper. {@link Recent} answers two lookups in three. And {@link #addAll} touches the home
 * slots of the rest of a whole batch before it probes the first, which lets the processor fetch
 * them side by side.
 *
 * <p>Rejected: storing hashes only (not exact), off-heap memory (no faster, and invisible to heap
 * limits). {@link CompactSet} keeps the same keys in a third of the memory, at twice the time.
 */
final class VisitedSet implements KeySet {
  private static final int SEGMENT_BITS = 8;
  private static final int SEGMENTS = 1 << SEGMENT_BITS;
  private static final int BLOCK = 1 << 10;
  private static final int FIRST_CAPACITY = 32;

  /** Slots hold the key plus one; 0 is empty. */
  private final long[][] segments = new long[SEGMENTS][];

  private final int[] sizes = new int[SEGMENTS];
  private final int[] limits = new int[SEGMENTS];
  private long size;

  /** Made with the first batch. */
  private Recent recent;

  private int[] unknown = new int[0];
  private long[] hashes = new long[0];
  private long touched;

  /** Whether segments have grown since their slots were counted; workers may set it at once. */
  private boolean grown;

  private long slots = (long) SEGMENTS * FIRST_CAPACITY;

  /** Far apart, so that workers do not write to one line of memory. */
  private final long[] touchedBy = new long[SEGMENTS];

  /** An empty set. */
  public VisitedSet() {
    for (int i = 0; i < SEGMENTS; i++) {
      allocate(i, FIRST_CAPACITY);
    }
  }

  @Override
  public void addAll(long[] keys, int count, boolean[] fresh) {
    makeRoom(keys.length, count);
    int left = 0;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long hash = Recent.hash(keys[i]);
      fresh[i] = false;
      if (recent.isNew(keys[i], hash)) {
        long[] segment = segments[segmentOf(hash)];
        sum += segment[home(hash, segment.length)];
        hashes[left] = hash;
        unknown[left++] = i;
      }
    }
    touched = sum; // Keeps the loads from being optimised away.
    for (int k = 0; k < left; k++) {
      int i = unknown[k];
      if (add(keys[i], hashes[k])) {
        fresh[i] = true;
        size++;
      }
    }
  }

  private void makeRoom(int capacity, int count) {
    if (recent == null) {
      recent = new Recent();
    }
    if (unknown.length < count) {
      unknown = new int[capacity];
      hashes = new long[capacity];
    }
  }

  @Override
  public void lookUp(long[] keys, int count, boolean[] known) {
    makeRoom(keys.length, count);
    int left = 0;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long hash = Recent.hash(keys[i]);
      known[i] = recent.has(keys[i], hash);
      if (!known[i]) {
        long[] segment = segments[segmentOf(hash)];
        sum += segment[home(hash, segment.length)];
        hashes[left] = hash;
        unknown[left++] = i;
      }
    }
    touched = sum;
    for (int k = 0; k < left; k++) {
      int i = unknown[k];
      known[i] = contains(keys[i], hashes[k]);
      if (known[i]) {
        recent.isNew(keys[i], hashes[k]);
      }
    }
  }

  @Override
  public int addShare(Edges edges, int share, int shares, IntConsumer taker) {
    long[] keys = edges.states();
    boolean[] fresh = edges.fresh();
    int count = edges.size();
    int added = 0;
    int[] own = new int[BLOCK];
    long[] ownHashes = new long[BLOCK];
    int i = 0;
    while (i < count) {
      int left = 0;
      long sum = 0;
      for (; i < count && left < BLOCK; i++) {
        long hash = Recent.hash(keys[i]);
        int s = segmentOf(hash);
        if (s % shares == share) {
          long[] segment = segments[s];
          sum += segment[home(hash, segment.length)];
          ownHashes[left] = hash;
          own[left++] = i;
        }
      }
      touchedBy[share] = sum;
      for (int k = 0; k < left; k++) {
        int edge = own[k];
        fresh[edge] = add(keys[edge], ownHashes[k]);
        if (fresh[edge]) {
          added++;
          taker.accept(edge);
        }
      }
    }
    return added;
  }

  @Override
  public void settle(long added) {
    size += added;
  }

  @Override
  public boolean add(long key) {
    boolean fresh = add(key, Recent.hash(key));
    size += fresh ? 1 : 0;
    return fresh;
  }

  /** Adds to one segment, and touches nothing else. */
  private boolean add(long key, long hash) {
    int s = segmentOf(hash);
    long[] segment = segments[s];
    int slot = home(hash, segment.length);
    long stored = key + 1;
    long found;
    while ((found = segment[slot]) != 0) {
      if (found == stored) {
        return false;
      }
      if (++slot == segment.length) {
        slot = 0;
      }
    }
    segment[slot] = stored;
    if (++sizes[s] > limits[s]) {
      grow(s);
    }
    return true;
  }

  @Override
  public boolean contains(long key) {
    return contains(key, Recent.hash(key));
  }

  private boolean contains(long key, long hash) {
    long[] segment = segments[segmentOf(hash)];
    int slot = home(hash, segment.length);
    while (segment[slot] != 0) {
      if (segment[slot] == key + 1) {
        return true;
      }
      if (++slot == segment.length) {
        slot = 0;
      }
    }
    return false;
  }

  @Override
  public long size() {
    return size;
  }

  /** Asked after every batch, and a depth-first search has a batch for each transition. */
  @Override
  public long bytes() {
    if (grown) {
      grown = false;
      slots = 0;
      for (long[] segment : segments) {
        slots += segment.length;
      }
    }
    return slots * 8;
  }

  @Override
  public void forEach(LongConsumer consumer) {
    for (long[] segment : segments) {
      for (long stored : segment) {
        if (stored != 0) {
          consumer.accept(stored - 1);
        }
      }
    }
  }

  @Override
  public void drain(LongConsumer consumer) {
    recent = null;
    for (int s = 0; s < SEGMENTS; s++) {
      long[] segment = segments[s];
      size -= sizes[s];
      sizes[s] = 0;
      allocate(s, FIRST_CAPACITY);
      for (long stored : segment) {
        if (stored != 0) {
          consumer.accept(stored - 1);
        }
      }
    }
  }

  private static int segmentOf(long hash) {
    return (int) (hash >>> (64 - SEGMENT_BITS));
  }

  /** Scales the 32 bits below the segment's to the capacity. */
  private static int home(long hash, int capacity) {
    return (int) ((((hash << SEGMENT_BITS) >>> 32) * capacity) >>> 32);
  }

  private void allocate(int s, int capacity) {
    segments[s] = new long[capacity];
    grown = true;
    // From 56 to 70 % full, staggered over the segments.
    limits[s] = (int) (capacity * (0.56 + 0.14 * s / SEGMENTS));
  }

  private void grow(int s) {
    long[] old = segments[s];
    if (old.length > Integer.MAX_VALUE / 3 * 2) {
      throw new OutOfMemoryError("the visited set holds more states than it can address");
    }
    allocate(s, old.length * 2);
    long[] larger = segments[s];
    for (long stored : old) {
      if (stored != 0) {
        int slot = home(Recent.hash(stored - 1), larger.length);
        while (larger[slot] != 0) {
          if (++slot == larger.length) {
            slot = 0;
          }
        }
        larger[slot] = stored;
      }
    }
    assert Arrays.stream(larger).filter(k -> k != 0).count() == sizes[s];
  }
}
