package dev.parley.engine.internal.capture;

import java.util.Arrays;

/** Scratch memory for the encodings of an unordered collection's elements, to be put in order. */
final class Chunks {
  private static final int INSERTION_SORTED = 24;

  private final ByteSink bytes = new ByteSink();
  private int[] ends = new int[16];
  private int count;
  private int[] order;

  /** Whether two equal chunks were met while they were put in order. */
  private boolean metEqual;

  /** Forgets all chunks; the sink is for the next one's bytes. */
  ByteSink clear() {
    bytes.reset();
    count = 0;
    order = null;
    metEqual = false;
    return bytes;
  }

  /** Ends a chunk. */
  void end() {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
    }
    ends[count++] = bytes.length();
  }

  void copyTo(int chunk, ByteSink out) {
    out.putBytes(bytes.array(), start(chunk), ends[chunk] - start(chunk));
  }

  /** Whether no two chunks are equal. */
  boolean allDifferent() {
    order();
    return !metEqual;
  }

  /** The place in the order after the last chunk that equals the one at the given place. */
  int endOfTie(int place) {
    int end = place + 1;
    while (end < count && compare(order()[place], order()[end]) == 0) {
      end++;
    }
    return end;
  }

  /** The chunks' numbers in the order of their bytes; equal ones in the order they came. */
  int[] order() {
    if (order == null) {
      order = count <= INSERTION_SORTED ? insertionSorted() : merged();
    }
    return order;
  }

  private int[] insertionSorted() {
    int[] sorted = new int[count];
    for (int i = 0; i < count; i++) {
      int at = i;
      while (at > 0 && compare(sorted[at - 1], i) > 0) {
        sorted[at] = sorted[at - 1];
        at--;
      }
      sorted[at] = i;
    }
    return sorted;
  }

  private int[] merged() {
    Integer[] boxed = new Integer[count];
    Arrays.setAll(boxed, i -> i);
    Arrays.sort(boxed, this::compare);
    return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }

  /** Sorting compares any two that come to stand side by side. */
  private int compare(int a, int b) {
    byte[] array = bytes.array();
    int compared = Arrays.compareUnsigned(array, start(a), ends[a], array, start(b), ends[b]);
    metEqual |= compared == 0 && a != b;
    return compared;
  }

  private int start(int chunk) {
    return chunk == 0 ? 0 : ends[chunk - 1];
  }
}
