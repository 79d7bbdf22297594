package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.Selection;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which nodes were chosen for a combination of {@link CellKinds kinds}, one for each node. A cache
 * with one place for each key: a new entry replaces the old one in its place. It switches itself
 * off if combinations rarely recur.
 *
 * <p>A key holds the kinds side by side, each in as many bits as the largest so far needs, in as
 * few words as that takes: one for most instances, more for those with many nodes. No kind is
 * spread over two words.
 */
final class SelectionMemo {
  private static final int FIRST_BITS = 10;

  /** The most words that all keys may take, as a power of two. */
  private static final int MOST_BITS = 18;

  /** After this many questions, it is dropped unless it knew one answer in {@link #WORTH}. */
  private static final int TRIAL = 1 << 14;

  private static final int WORTH = 4;

  /** For each node, how many bits its kind takes, and the word of the key that it stands in. */
  private final int[] widths;

  private final int[] homes;

  private long[] keys;
  private Selection[] choices;
  private int bits;

  /** The kinds asked for last, packed. */
  private long[] key;

  private int place;
  private boolean on = true;
  private long asked;
  private long answered;
  private int replaced;

  SelectionMemo(int nodes) {
    widths = new int[nodes];
    homes = new int[nodes];
    Arrays.fill(widths, 2);
    bits = FIRST_BITS;
    lay();
  }

  /** Lays the kinds out in words anew. */
  private void lay() {
    int word = 0;
    int used = 0;
    for (int node = 0; node < widths.length; node++) {
      if (used + widths[node] > Long.SIZE) {
        word++;
        used = 0;
      }
      homes[node] = word;
      used += widths[node];
    }
    key = new long[word + 1];
    start(bits);
  }

  private void start(int newBits) {
    bits = newBits;
    keys = new long[key.length << bits];
    choices = new Selection[1 << bits];
    replaced = 0;
  }

  /** What was chosen for these kinds, if that is known. */
  Optional<Selection> get(int[] kinds) {
    if (!on) {
      return Optional.empty();
    }
    if (asked++ == TRIAL && answered < TRIAL / WORTH) {
      switchOff();
      return Optional.empty();
    }
    if (!pack(kinds, key)) {
      widen(kinds);
      pack(kinds, key);
    }
    place = place(key);
    if (choices[place] != null && isAt(place, key)) {
      answered++;
      return Optional.of(choices[place]);
    }
    return Optional.empty();
  }

  /**
   * The same for another thread, as long as nobody else asks. Leaves no trace.
   *
   * @param scratch room for a key: see {@link #width}
   * @return null if it is not known
   */
  Selection find(int[] kinds, long[] scratch) {
    if (!on || !pack(kinds, scratch)) {
      return null;
    }
    int at = place(scratch);
    return choices[at] != null && isAt(at, scratch) ? choices[at] : null;
  }

  /** How many words a key has. */
  int width() {
    return key.length;
  }

  /** Remembers what was chosen for the kinds asked for last. */
  void put(Selection choice) {
    if (!on) {
      return;
    }
    replaced += choices[place] != null ? 1 : 0;
    if (replaced > choices.length && keys.length < 1 << MOST_BITS) {
      start(bits + 2);
      place = place(key);
    }
    System.arraycopy(key, 0, keys, place * key.length, key.length);
    choices[place] = choice;
  }

  private int place(long[] words) {
    long hash = 0;
    for (long word : words) {
      hash = (Long.rotateLeft(hash, 29) ^ word) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> (Long.SIZE - bits));
  }

  private boolean isAt(int at, long[] words) {
    for (int word = 0; word < words.length; word++) {
      if (keys[at * words.length + word] != words[word]) {
        return false;
      }
    }
    return true;
  }

  /** Puts the kinds side by side; false if one does not fit. */
  private boolean pack(int[] kinds, long[] words) {
    Arrays.fill(words, 0);
    for (int node = 0; node < widths.length; node++) {
      if (kinds[node] >>> widths[node] != 0) {
        return false;
      }
      words[homes[node]] = words[homes[node]] << widths[node] | kinds[node];
    }
    return true;
  }

  private void widen(int[] kinds) {
    for (int node = 0; node < widths.length; node++) {
      if (kinds[node] >>> widths[node] != 0) {
        int needed = Integer.SIZE - Integer.numberOfLeadingZeros(kinds[node]);
        widths[node] = Math.min(Integer.SIZE - 1, needed + 1);
      }
    }
    lay();
  }

  private void switchOff() {
    on = false;
    keys = new long[0];
    choices = new Selection[0];
  }

  /** Forgets everything: the kinds have other numbers now, or the choices are other ones. */
  void clear() {
    Arrays.fill(choices, null);
  }

  /** What the memo takes in memory. */
  long bytes() {
    return 8L * (keys.length + choices.length);
  }
}
