package dev.parley.engine.internal.store;

/**
 * Numbers keys more densely than they are laid out. A key consists of fields side by side in bits,
 * and has spare room in each; as digits of a number whose base differs from digit to digit, the
 * same fields take as little as the values that are in use demand. A key with a value that is not
 * covered has no number.
 */
final class KeyCode {
  /** Stands for the number of a key that has none. */
  static final long NONE = -1;

  /**
   * A sixteenth more values of each field than are in use are covered, so that it serves longer.
   */
  private static final int SPARE = 16;

  private static final int MOST_BITS = 63;

  private final int[] shifts;
  private final long[] masks;
  private final long[] bases;
  private final int bits;

  private KeyCode(int[] shifts, long[] masks, long[] bases, int bits) {
    this.shifts = shifts;
    this.masks = masks;
    this.bases = bases;
    this.bits = bits;
  }

  /**
   * The fields of a key.
   *
   * @param shifts where each field begins
   * @param widths how many bits it has
   * @param counts how many values it has by now: all are below
   */
  static KeyCode of(int[] shifts, int[] widths, long[] counts) {
    long[] masks = new long[shifts.length];
    long[] bases = new long[shifts.length];
    long most = 1;
    for (int field = 0; field < shifts.length; field++) {
      masks[field] = (1L << widths[field]) - 1;
      long wanted = counts[field] + counts[field] / SPARE + 1;
      bases[field] = Math.max(1, Math.min(wanted, masks[field] + 1));
      if (Math.multiplyHigh(most, bases[field]) != 0 || most * bases[field] < 0) {
        return whole();
      }
      most *= bases[field];
    }
    return new KeyCode(shifts, masks, bases, bitsFor(most));
  }

  /** The key as it is, for keys that use all their bits. */
  static KeyCode whole() {
    return new KeyCode(new int[0], new long[0], new long[0], MOST_BITS);
  }

  private static int bitsFor(long count) {
    return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(count - 1));
  }

  /** How many bits the numbers take. */
  int bits() {
    return bits;
  }

  /** The number of a key, or {@link #NONE}. */
  long number(long key) {
    if (shifts.length == 0) {
      return key;
    }
    long number = 0;
    long room = 0;
    for (int field = 0; field < shifts.length; field++) {
      long value = (key >>> shifts[field]) & masks[field];
      long base = bases[field];
      room |= base - 1 - value;
      number = number * base + value;
    }
    return room < 0 ? NONE : number;
  }

  /** The key with a number. */
  long key(long number) {
    if (shifts.length == 0) {
      return number;
    }
    long key = 0;
    long rest = number;
    for (int field = shifts.length - 1; field >= 0; field--) {
      key |= rest % bases[field] << shifts[field];
      rest /= bases[field];
    }
    return key;
  }
}
