package dev.parley.engine.internal.reduce;

import java.util.Arrays;

/**
 * Which nodes were chosen for a combination of {@link CellKinds kinds}, one for each node. A cache
 * with one place for each key: what falls on the same place replaces what was there. It switches
 * itself off where combinations hardly ever come again, or do not fit into a word.
 */
final class SelectionMemo {
  private static final int FIRST_BITS = 10;
  private static final int MOST_BITS = 18;

  /** After so many questions it must have known one answer in {@link #WORTH}, or is not kept. */
  private static final int TRIAL = 1 << 14;

  private static final int WORTH = 4;

  /** For each node, how many bits its kind takes. */
  private final int[] widths;

  private long[] keys;
  private long[] choices;
  private int bits;
  private long key;
  private boolean on = true;
  private int asked;
  private int answered;
  private int replaced;

  SelectionMemo(int nodes) {
    widths = new int[nodes];
    Arrays.fill(widths, 2);
    start(FIRST_BITS);
  }

  private void start(int newBits) {
    bits = newBits;
    keys = new long[1 << bits];
    choices = new long[1 << bits];
    replaced = 0;
  }

  /**
   * What was chosen for these kinds.
   *
   * @return 0 if that is not known: no choice is empty
   */
  long get(int[] kinds) {
    if (!on) {
      return 0;
    }
    if (asked++ == TRIAL && answered < TRIAL / WORTH) {
      switchOff();
      return 0;
    }
    key = pack(kinds);
    while (key == 0 && on) {
      widen(kinds);
      key = on ? pack(kinds) : 0;
    }
    int place = place();
    if (on && keys[place] == key) {
      answered++;
      return choices[place];
    }
    return 0;
  }

  /** Remembers what was chosen for the kinds asked for last. */
  void put(long choice) {
    if (!on) {
      return;
    }
    replaced += keys[place()] != 0 ? 1 : 0;
    if (replaced > keys.length && bits < MOST_BITS) {
      start(bits + 2);
    }
    keys[place()] = key;
    choices[place()] = choice;
  }

  private int place() {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - bits));
  }

  /** The kinds side by side; 0 if one does not fit. Kinds start at 1, so that no key is 0. */
  private long pack(int[] kinds) {
    long packed = 0;
    for (int node = 0; node < widths.length; node++) {
      if (kinds[node] >>> widths[node] != 0) {
        return 0;
      }
      packed = packed << widths[node] | kinds[node];
    }
    return packed;
  }

  private void widen(int[] kinds) {
    int sum = 0;
    for (int node = 0; node < widths.length; node++) {
      if (kinds[node] >>> widths[node] != 0) {
        widths[node] = Integer.SIZE - Integer.numberOfLeadingZeros(kinds[node]) + 1;
      }
      sum += widths[node];
    }
    if (sum > Long.SIZE) {
      switchOff();
    } else {
      start(bits);
    }
  }

  private void switchOff() {
    on = false;
    bits = 1;
    keys = new long[0];
    choices = keys;
  }

  /** Forgets everything: the kinds have other numbers now, or the choices are other ones. */
  void clear() {
    if (on) {
      Arrays.fill(keys, 0);
    }
  }

  /** What the memo takes in memory. */
  long bytes() {
    return 16L * keys.length;
  }
}
