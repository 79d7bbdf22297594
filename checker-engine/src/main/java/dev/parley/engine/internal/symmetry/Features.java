package dev.parley.engine.internal.symmetry;

/**
 * What can be told of a cell, a local state or a message without regard to which interchangeable
 * node is which. Numbers are hashes: the same under all names, and nearly always different where
 * they should be. Where they are not, a canonical form tries more orders than it would have to.
 */
final class Features {
  /** A bit for each member that is named. */
  final long mask;

  /** What it is like if the names of all interchangeable nodes look alike. */
  final long kind;

  /** For each member, what it is like if that one looks different; empty if none is named. */
  final long[] views;

  /** Whether no part of it, a local state or one message, names two members. */
  final boolean apart;

  /** What the cell of a member adds to the signature of its node. */
  long signature;

  /** What a cell adds to the signature of each member. */
  long[] shares = NO_SHARES;

  private static final long[] NO_SHARES = new long[0];

  Features(long mask, long kind, long[] views, boolean apart) {
    this.mask = mask;
    this.kind = kind;
    this.views = views;
    this.apart = apart;
  }

  /**
   * Completes the features of a cell.
   *
   * @param node its node
   * @param group who is a member
   */
  Features ofCell(int node, Group group) {
    signature = mix(kind, 11);
    long as = group.isMember(node) ? kind : node;
    shares = new long[views.length];
    for (int member = 0; member < views.length; member++) {
      shares[member] = mix(views[member], group.node(member) == node ? 13 : as);
    }
    return this;
  }

  static boolean namesOneAtMost(long mask) {
    return (mask & (mask - 1)) == 0;
  }

  /** How it looks to a member; 0 if that is not named. */
  long view(int member) {
    return views.length == 0 ? 0 : views[member];
  }

  /**
   * Whether the cell of a third node stays what it is if two members are exchanged. Parts that name
   * one member each stay what they are together exactly if both look the same.
   */
  boolean keeps(int one, int other) {
    return view(one) == view(other);
  }

  /** Whether the cell of one member becomes that of another if these two are exchanged. */
  boolean becomes(Features theirs, int one, int other) {
    if (kind != theirs.kind) {
      return false;
    }
    if (mask == 0 && theirs.mask == 0) {
      return true;
    }
    boolean same = view(one) == theirs.view(other) && view(other) == theirs.view(one);
    for (long left = mask | theirs.mask; left != 0 && same; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      same = member == one || member == other || view(member) == theirs.view(member);
    }
    return same;
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
