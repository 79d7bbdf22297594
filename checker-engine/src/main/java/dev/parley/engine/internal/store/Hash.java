package dev.parley.engine.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hashing for open addressing. The keys are dense ids packed side by side, so neighbouring states
 * differ in a few low bits of a few fields; a weak hash clusters them until the search never ends.
 * Every hash here ends in a full-avalanche finaliser.
 */
final class Hash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Hash() {}

  /** Spreads every bit of the key over all bits of the result. */
  static long mix(long key) {
    long h = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
    h = (h ^ (h >>> 32)) * 0xD6E8FEB86659FD93L;
    return h ^ (h >>> 32);
  }

  static int of(byte[] bytes, int offset, int length) {
    long h = length * GOLDEN;
    int end = offset + length;
    int at = offset;
    for (; at + 8 <= end; at += 8) {
      h = Long.rotateLeft((h ^ (long) LONGS.get(bytes, at)) * GOLDEN, 29);
    }
    for (; at < end; at++) {
      h = Long.rotateLeft((h ^ bytes[at]) * GOLDEN, 29);
    }
    return (int) mix(h);
  }

  static int of(int[] ints, int offset, int length) {
    long h = length * GOLDEN;
    for (int i = offset; i < offset + length; i++) {
      h = Long.rotateLeft((h ^ ints[i]) * GOLDEN, 29);
    }
    return (int) mix(h);
  }
}
