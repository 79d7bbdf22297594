package dev.parley.engine.internal.space;

import java.util.Arrays;

/** A growing array of integers. */
final class IntArena {
  private int[] array = new int[64];
  private int size;

  /** Appends an integer; answers where it stands. */
  int add(int value) {
    if (size == array.length) {
      array = Arrays.copyOf(array, size + (size >> 1));
    }
    array[size] = value;
    return size++;
  }

  /** Appends all of another arena; answers where it starts. */
  int addAll(IntArena other) {
    int at = size;
    if (size + other.size > array.length) {
      array = Arrays.copyOf(array, Math.max(size + other.size, size + (size >> 1)));
    }
    System.arraycopy(other.array, 0, array, size, other.size);
    size += other.size;
    return at;
  }

  int get(int index) {
    return array[index];
  }

  void set(int index, int value) {
    array[index] = value;
  }

  int size() {
    return size;
  }

  /** The integers themselves, valid until the next one is added. */
  int[] array() {
    return array;
  }

  /** Forgets everything and gives the memory back. */
  void clear() {
    array = new int[64];
    size = 0;
  }

  long bytes() {
    return 4L * array.length;
  }
}
