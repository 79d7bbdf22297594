package dev.parley.engine.internal.capture;

import java.util.Arrays;

/**
 * Notices whether it matters in which order elements are written that look alike.
 *
 * <p>Two elements of an unordered collection may have equal content and still differ, because
 * something else refers to one of them: {@code sessions = {a, b}; current = a}. Sorting by content
 * leaves them in the order of the iteration, which depends on identity hash codes. It does not
 * matter unless one of them is referred to from outside or refers to another element. Only then
 * does {@link Colouring} put them in order.
 */
final class Ties {
  /** Pairs of first number and end: the objects to which a reference matters. */
  private int[] ranges = new int[16];

  private int rangeEnd;
  private boolean matter;

  /** Starts another walk. */
  void restart() {
    rangeEnd = 0;
    matter = false;
  }

  /** Whether the walk might have ended otherwise with tied elements in another order. */
  boolean matter() {
    return matter;
  }

  /**
   * A tied element begins. A reference it makes to what its collection's elements before it brought
   * matters: a lookalike in its place might make none.
   *
   * @param collection the first number given out within the collection
   * @param element the first number given out within the element
   * @return to be handed to {@link #close}
   */
  int open(int collection, int element) {
    if (rangeEnd == ranges.length) {
      ranges = Arrays.copyOf(ranges, rangeEnd * 2);
    }
    ranges[rangeEnd++] = collection;
    ranges[rangeEnd++] = element;
    return rangeEnd - 2;
  }

  /** The element is complete. From now on a reference to any of its objects matters. */
  void close(int range, int element, int end) {
    ranges[range] = element;
    ranges[range + 1] = end;
  }

  /** To be handed to {@link #forget}. */
  int mark() {
    return rangeEnd;
  }

  /** The elements since the mark were only met in passing. */
  void forget(int mark) {
    rangeEnd = mark;
  }

  /** Something refers to an object met before. */
  void refer(int number) {
    for (int i = 0; i < rangeEnd && !matter; i += 2) {
      matter = number >= ranges[i] && number < ranges[i + 1];
    }
  }
}
