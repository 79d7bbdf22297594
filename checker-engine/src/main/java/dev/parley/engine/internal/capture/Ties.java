package dev.parley.engine.internal.capture;

import java.util.Arrays;

/**
 * The order of elements that look alike.
 *
 * <p>Two elements of an unordered collection may have equal content and still differ, because
 * something else refers to one of them: {@code sessions = {a, b}; current = a}. Sorting by content
 * leaves them in the order of the iteration, which depends on identity hash codes. It does not
 * matter unless one of them is referred to from outside or refers to another element, and that is
 * noticed ({@link #refer}). Only then is the graph written once for each possible order, and the
 * smallest encoding taken. As all orders are tried, the result does not depend on the one the
 * iteration gave.
 *
 * <p>The number of orders is a product of factorials of the ties that matter. At most {@link
 * #MAX_ATTEMPTS} are tried; past that one state may be taken for several, never several for one,
 * because every encoding determines its graph.
 */
final class Ties {
  static final int MAX_ATTEMPTS = 1_000;

  /** The pick at each tie in the order they are met, and how many there are to pick from. */
  private int[] picks = new int[8];

  private int[] limits = new int[8];

  /** Whether another pick could have made a difference to this attempt. */
  private boolean[] matters = new boolean[8];

  private int known;
  private int met;

  /** Triples of first number, end and tie: the objects to which a reference matters. */
  private int[] ranges = new int[24];

  private int rangeEnd;
  private boolean matter;

  /** Starts anew, with the first pick everywhere. */
  void reset() {
    known = 0;
    restart();
  }

  /** Starts another attempt. */
  void restart() {
    met = 0;
    rangeEnd = 0;
    matter = false;
  }

  /** Whether the attempt might have ended otherwise with other picks. */
  boolean matter() {
    return matter;
  }

  /** Moves on to the next combination of picks that matter; false after the last. */
  boolean next() {
    known = met;
    while (known > 0 && !(matters[known - 1] && picks[known - 1] + 1 < limits[known - 1])) {
      known--;
    }
    if (known == 0) {
      return false;
    }
    picks[known - 1]++;
    return true;
  }

  /**
   * Arranges the elements of a tie according to the pick that is due.
   *
   * @return the tie's number, to be handed to {@link #open}
   */
  int arrange(int[] order, int from, int to) {
    int pick = pick(to - from);
    for (int i = from; i < to - 1; i++) {
      int chosen = i + pick % (to - i);
      pick /= to - i;
      int element = order[chosen];
      System.arraycopy(order, i, order, i + 1, chosen - i);
      order[i] = element;
    }
    return met - 1;
  }

  private int pick(int size) {
    if (met == known) {
      if (known == picks.length) {
        picks = Arrays.copyOf(picks, known * 2);
        limits = Arrays.copyOf(limits, known * 2);
        matters = Arrays.copyOf(matters, known * 2);
      }
      picks[known] = 0;
      limits[known++] = factorial(size);
    }
    matters[met] = false;
    return picks[met++];
  }

  private static int factorial(int size) {
    int product = 1;
    for (int i = 2; i <= size && product < MAX_ATTEMPTS; i++) {
      product *= i;
    }
    return product;
  }

  /**
   * A tied element begins. A reference it makes to what its collection's elements before it brought
   * matters: a lookalike in its place might make none.
   *
   * @param tie the tie's number
   * @param collection the first number given out within the collection
   * @param element the first number given out within the element
   * @return to be handed to {@link #close}
   */
  int open(int tie, int collection, int element) {
    if (rangeEnd == ranges.length) {
      ranges = Arrays.copyOf(ranges, rangeEnd * 2);
    }
    ranges[rangeEnd++] = collection;
    ranges[rangeEnd++] = element;
    ranges[rangeEnd++] = tie;
    return rangeEnd - 3;
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
    for (int i = 0; i < rangeEnd; i += 3) {
      if (number >= ranges[i] && number < ranges[i + 1]) {
        matters[ranges[i + 2]] = true;
        matter = true;
      }
    }
  }
}
