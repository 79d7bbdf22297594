package dev.parley.engine.internal.store;

import java.util.Arrays;

/**
 * Gives each distinct sequence of integers a dense number, from 0. The empty sequence is number 0.
 * Holds inboxes and message bundles as sorted sequences of message numbers.
 */
public final class IntTable {
  private int[] arena = new int[256];
  private int[] starts = new int[64];
  private int[] slots = new int[64];
  private int size;

  /** A table that knows the empty sequence. */
  public IntTable() {
    intern(new int[0], 0);
  }

  /** The number of a sequence, a new one if it was not known. */
  public int intern(int[] sequence, int length) {
    int mask = slots.length - 1;
    int slot = Hash.of(sequence, 0, length) & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (Arrays.equals(arena, starts[id], starts[id + 1], sequence, 0, length)) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = ++size;
    append(sequence, length);
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** How many integers a sequence has. */
  public int length(int id) {
    return starts[id + 1] - starts[id];
  }

  /** One integer of a sequence. */
  public int get(int id, int index) {
    return arena[starts[id] + index];
  }

  /** How many distinct sequences there are. */
  public int size() {
    return size;
  }

  /** What the table takes in memory. */
  public long bytes() {
    return 4L * (arena.length + starts.length + slots.length);
  }

  /** Tells one table from others that were filled otherwise. */
  public long digest() {
    long digest = size;
    for (int id = 0; id < size; id++) {
      digest =
          Hash.mix(
              digest
                  ^ ((long) length(id) << 32
                      | Hash.of(arena, starts[id], length(id)) & 0xFFFFFFFFL));
    }
    return digest;
  }

  private void append(int[] sequence, int length) {
    int start = starts[size - 1];
    if (start + length > arena.length) {
      arena = Arrays.copyOf(arena, Math.max(start + length, arena.length + (arena.length >> 1)));
    }
    if (size + 1 > starts.length) {
      starts = Arrays.copyOf(starts, size + (size >> 1) + 1);
    }
    System.arraycopy(sequence, 0, arena, start, length);
    starts[size] = start + length;
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = Hash.of(arena, starts[id], length(id)) & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = id + 1;
    }
    slots = larger;
  }
}
