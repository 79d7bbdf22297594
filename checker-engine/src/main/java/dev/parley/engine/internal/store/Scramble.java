package dev.parley.engine.internal.store;

/**
 * A permutation of the numbers of some bits that spreads neighbours over the whole range. {@link
 * #back} undoes {@link #of}, so no two numbers become the same one.
 *
 * <p>Each stage can be undone. A number is xored with its own upper half, shifted down by at least
 * half of its bits: the upper half stays as it is, so doing it again takes it back. And it is
 * multiplied by an odd number modulo a power of two, which has an inverse.
 */
final class Scramble {
  private static final long FIRST = 0xD6E8FEB86659FD93L;
  private static final long SECOND = 0x9E3779B97F4A7C15L;
  private static final long FIRST_INVERSE = inverse(FIRST);
  private static final long SECOND_INVERSE = inverse(SECOND);

  private final int half;
  private final long mask;

  /** A permutation of the numbers of so many bits, at least 1 and at most 63. */
  Scramble(int bits) {
    half = (bits + 1) / 2;
    mask = -1L >>> (Long.SIZE - bits);
  }

  /** Newton's iteration: each round doubles the number of right bits, and 3 are right at first. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int right = 3; right < Long.SIZE; right *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  /** What a number becomes. */
  long of(long number) {
    long x = number;
    x = ((x ^ (x >>> half)) * FIRST) & mask;
    x = ((x ^ (x >>> half)) * SECOND) & mask;
    return x ^ (x >>> half);
  }

  /** The number that becomes the given one. */
  long back(long scrambled) {
    long x = scrambled ^ (scrambled >>> half);
    x = (x * SECOND_INVERSE) & mask;
    x = ((x ^ (x >>> half)) * FIRST_INVERSE) & mask;
    return x ^ (x >>> half);
  }
}
