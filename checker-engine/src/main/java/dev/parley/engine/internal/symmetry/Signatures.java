package dev.parley.engine.internal.symmetry;

import java.util.Arrays;

/**
 * The signatures of interchangeable nodes in a state: numbers that do not depend on names. A
 * signature is a sum, to which each cell adds what it tells of a node ({@link Features}).
 *
 * <p>This is asked for every transition, so what cells add stands side by side in tables, and
 * signatures of a successor are those of the state that is being expanded, corrected by the few
 * cells that have changed.
 *
 * <p><b>Clear cells.</b> A cell is clear if each of its parts, its local state or one message,
 * names one member at most, and if the cell of a member names no other member. If all cells of a
 * state are clear, two nodes with equal signatures can be exchanged and the state stays what it is:
 * the sum of one node then consists of what its own cell is like and of how it looks in the cell of
 * each node that is no member, and that is all there is to know of it. (Equal sums stand for equal
 * parts as far as hashes can be trusted. If they cannot, a state gets a form that is not the same
 * for all of its orbit, which is never wrong.)
 */
final class Signatures {
  private static final byte UNKNOWN = 0;
  private static final byte CLEAR = 1;
  private static final byte UNCLEAR = 2;

  private final Renaming renaming;
  private final int members;
  private final int nodes;

  /** For each node, the bit of the member that it is. */
  private final long[] own;

  /** For each node, by cell: what the cell adds to each member. */
  private final long[][] added;

  /** For each node, by cell: the members that it adds to. */
  private final long[][] masks;

  private final byte[][] kinds;

  private int[] open = new int[0];
  private boolean isSigned;
  private final long[] openSums;
  private int openUnclear;

  private final long[] sums;
  private int unclear;

  Signatures(Renaming renaming) {
    this.renaming = renaming;
    Group group = renaming.group();
    nodes = group.nodes();
    members = group.memberCount();
    own = new long[nodes];
    added = new long[nodes][0];
    masks = new long[nodes][0];
    kinds = new byte[nodes][0];
    for (int node = 0; node < nodes; node++) {
      own[node] = group.isMember(node) ? 1L << group.member(node) : 0;
    }
    openSums = new long[members];
    sums = new long[members];
  }

  /** The signature of each member. */
  long[] sums() {
    return sums;
  }

  /** Whether nodes with equal signatures can be exchanged and the state stays what it is. */
  boolean allClear() {
    return unclear == 0;
  }

  /** Calculates those of a state. */
  void sign(int[] parts) {
    Arrays.fill(sums, 0);
    unclear = 0;
    for (int node = 0; node < nodes; node++) {
      add(node, parts[node]);
    }
  }

  /** Makes a state the one that others are compared with; not to be changed until the next. */
  void open(int[] parts) {
    open = parts;
    isSigned = false;
  }

  /** Calculates those of a state that differs from the open one in the cells of some nodes. */
  void sign(int[] parts, int[] changed, int count) {
    if (2 * count >= nodes) {
      sign(parts);
      return;
    }
    if (!isSigned) {
      sign(open);
      System.arraycopy(sums, 0, openSums, 0, members);
      openUnclear = unclear;
      isSigned = true;
    }
    System.arraycopy(openSums, 0, sums, 0, members);
    unclear = openUnclear;
    for (int i = 0; i < count; i++) {
      int node = changed[i];
      subtract(node, open[node]);
      add(node, parts[node]);
    }
  }

  private void add(int node, int cell) {
    byte[] known = kinds[node];
    if (cell >= known.length || known[cell] == UNKNOWN) {
      note(node, cell);
      known = kinds[node];
    }
    unclear += known[cell] - CLEAR;
    long[] from = added[node];
    int base = cell * members;
    for (long left = masks[node][cell]; left != 0; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      sums[member] += from[base + member];
    }
  }

  private void subtract(int node, int cell) {
    unclear -= kinds[node][cell] - CLEAR;
    long[] from = added[node];
    int base = cell * members;
    for (long left = masks[node][cell]; left != 0; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      sums[member] -= from[base + member];
    }
  }

  private void note(int node, int cell) {
    if (cell >= kinds[node].length) {
      int room = cell + (cell >> 1) + 16;
      kinds[node] = Arrays.copyOf(kinds[node], room);
      masks[node] = Arrays.copyOf(masks[node], room);
      added[node] = Arrays.copyOf(added[node], room * members);
    }
    Features features = renaming.cellFeatures(node, cell);
    boolean namesOthers = own[node] != 0 && (features.mask & ~own[node]) != 0;
    kinds[node][cell] = features.apart && !namesOthers ? CLEAR : UNCLEAR;
    masks[node][cell] = features.mask | own[node];
    int base = cell * members;
    for (int member = 0; member < features.shares.length; member++) {
      added[node][base + member] = features.shares[member];
    }
    if (own[node] != 0) {
      added[node][base + Long.numberOfTrailingZeros(own[node])] += features.signature;
    }
  }

  long bytes() {
    long bytes = 0;
    for (int node = 0; node < nodes; node++) {
      bytes += 8L * added[node].length + 9L * kinds[node].length;
    }
    return bytes;
  }
}
