package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.Optional;

/**
 * Parts side by side in the bits of one long. Replacing a part is one addition, so this is by far
 * the fastest packing; it serves as long as the numbers of all parts fit into 63 bits together.
 *
 * <p>How many bits a part will need is known only at the end. Each part gets what its numbers need
 * so far and a share of the spare bits; when a number does not fit, all keys are packed anew with a
 * better layout. Each bit doubles the room, so this happens a few times early on and rarely later.
 */
final class WordPacking extends Packing {
  private static final int WIDTH = 63;

  private final int[] shifts;
  private final int[] limits;
  private int[] open;
  private long base;

  private WordPacking(int[] bits) {
    shifts = new int[bits.length];
    limits = new int[bits.length];
    int shift = 0;
    for (int part = 0; part < bits.length; part++) {
      shifts[part] = shift;
      limits[part] = (int) ((1L << bits[part]) - 1);
      shift += bits[part];
    }
  }

  private WordPacking(WordPacking other) {
    shifts = other.shifts;
    limits = other.limits;
  }

  @Override
  Packing reader() {
    return new WordPacking(this);
  }

  /** A layout with room for so many numbers of each part and, if there is any, more; or none. */
  static Optional<WordPacking> forCounts(int[] counts) {
    int[] bits = new int[counts.length];
    int used = 0;
    for (int part = 0; part < bits.length; part++) {
      bits[part] = Math.max(1, 32 - Integer.numberOfLeadingZeros(counts[part]));
      used += bits[part];
    }
    if (used > WIDTH) {
      return Optional.empty();
    }
    share(bits, WIDTH - used);
    return Optional.of(new WordPacking(bits));
  }

  /** Hands out spare bits one by one, a round at a time; no part can use more than 31. */
  private static void share(int[] bits, int spare) {
    boolean shared = true;
    while (spare > 0 && shared) {
      shared = false;
      for (int part = 0; part < bits.length && spare > 0; part++) {
        if (bits[part] < 31) {
          bits[part]++;
          spare--;
          shared = true;
        }
      }
    }
  }

  @Override
  void open(long key, int[] into) {
    base = key;
    open = into;
    for (int part = 0; part < into.length; part++) {
      into[part] = (int) (key >>> shifts[part]) & limits[part];
    }
  }

  @Override
  long successor(int[] parts, int[] values, int count) {
    boolean fits = true;
    long key = base;
    for (int i = 0; i < count; i++) {
      int part = parts[i];
      fits &= values[i] <= limits[part];
      key += (long) (values[i] - open[part]) << shifts[part];
    }
    return fits ? key : NO_ROOM;
  }

  @Override
  long pack(int[] state) {
    boolean fits = true;
    long key = 0;
    for (int part = 0; part < state.length; part++) {
      fits &= state[part] <= limits[part];
      key |= (long) state[part] << shifts[part];
    }
    return fits ? key : NO_ROOM;
  }

  @Override
  KeyCode code(int[] counts) {
    return KeyCode.of(
        shifts,
        Arrays.stream(limits)
            .map(limit -> Integer.SIZE - Integer.numberOfLeadingZeros(limit))
            .toArray(),
        Arrays.stream(counts).asLongStream().toArray());
  }

  @Override
  long bytes() {
    return 0;
  }
}
