package dev.parley.engine.internal.symmetry;

/**
 * What can be told of a cell, a local state or a message without regard to which interchangeable
 * node is which. Numbers are hashes: the same under all names, and nearly always different where
 * they should be. Where they are not, a canonical form tries more orders than it would have to.
 */
final class Features {
  static final Features NONE = new Features(0, 0, new long[0]);

  /** A bit for each member that is named. */
  final long mask;

  /** What it is like if the names of all interchangeable nodes look alike. */
  final long kind;

  /** For each member, what it is like if that one looks different; empty if none is named. */
  final long[] views;

  Features(long mask, long kind, long[] views) {
    this.mask = mask;
    this.kind = kind;
    this.views = views;
  }

  /** How it looks to a member; 0 if that is not named. */
  long view(int member) {
    return views.length == 0 ? 0 : views[member];
  }

  /** Spreads every bit over all bits. */
  static long mix(long key) {
    long h = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
    h = (h ^ (h >>> 32)) * 0xD6E8FEB86659FD93L;
    return h ^ (h >>> 32);
  }

  static long mix(long one, long other) {
    return mix(one * 0x9E3779B97F4A7C15L + Long.rotateLeft(other, 31));
  }

  static long hash(byte[] bytes) {
    long h = bytes.length;
    for (byte b : bytes) {
      h = (h ^ b) * 0x100000001B3L;
      h ^= h >>> 29;
    }
    return mix(h);
  }
}
