package dev.parley.engine.internal.store;

import java.util.Arrays;

/** A growing array of integers. */
public final class IntSequence {
  private int[] array = new int[64];
  private int size;

  /** Appends an integer; answers where it stands. */
  public int add(int value) {
    if (size == array.length) {
      array = Arrays.copyOf(array, size + (size >> 1));
    }
    array[size] = value;
    return size++;
  }

  /** Appends all of another sequence; answers where it starts. */
  public int addAll(IntSequence other) {
    int at = size;
    if (size + other.size > array.length) {
      array = Arrays.copyOf(array, Math.max(size + other.size, size + (size >> 1)));
    }
    System.arraycopy(other.array, 0, array, size, other.size);
    size += other.size;
    return at;
  }

  /** One integer. */
  public int get(int index) {
    return array[index];
  }

  /** Replaces an integer. */
  public void set(int index, int value) {
    array[index] = value;
  }

  /** How many integers there are. */
  public int size() {
    return size;
  }

  /** The integers themselves, valid until the next one is added. */
  public int[] array() {
    return array;
  }

  /** Drops all integers from a place on. */
  public void cut(int newSize) {
    size = newSize;
  }

  /** Forgets everything and gives the memory back. */
  public void clear() {
    array = new int[64];
    size = 0;
  }

  /** What the sequence takes in memory. */
  public long bytes() {
    return 4L * array.length;
  }
}
