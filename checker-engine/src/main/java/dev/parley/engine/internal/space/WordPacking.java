package dev.parley.engine.internal.space;

import java.util.Optional;

/**
 * Cells side by side in the bits of one long. Replacing a cell is one addition, so this is by far
 * the fastest packing; it serves as long as all cells' numbers fit into 63 bits together.
 *
 * <p>How many bits a node will need is known only at the end. Each node gets what its cells need so
 * far and a share of the spare bits; when a cell does not fit, all keys are packed anew with a
 * better layout. Bits double the room, so this happens a few times early on and rarely later.
 */
final class WordPacking extends Packing {
  private static final int WIDTH = 63;

  private final int[] shifts;
  private final int[] limits;
  private int[] open;
  private long base;
  private boolean overflowed;

  private WordPacking(int[] bits) {
    shifts = new int[bits.length];
    limits = new int[bits.length];
    int shift = 0;
    for (int node = 0; node < bits.length; node++) {
      shifts[node] = shift;
      limits[node] = (int) ((1L << bits[node]) - 1);
      shift += bits[node];
    }
  }

  /** A layout with room for the given numbers of cells and, if there is any, more; or none. */
  static Optional<WordPacking> forCells(int[] cellCounts) {
    int[] bits = new int[cellCounts.length];
    int used = 0;
    for (int node = 0; node < bits.length; node++) {
      bits[node] = Math.max(1, 32 - Integer.numberOfLeadingZeros(cellCounts[node]));
      used += bits[node];
    }
    if (used > WIDTH) {
      return Optional.empty();
    }
    share(bits, WIDTH - used);
    return Optional.of(new WordPacking(bits));
  }

  /** Hands out spare bits one by one, a round at a time; no node can use more than 31. */
  private static void share(int[] bits, int spare) {
    boolean shared = true;
    while (spare > 0 && shared) {
      shared = false;
      for (int node = 0; node < bits.length && spare > 0; node++) {
        if (bits[node] < 31) {
          bits[node]++;
          spare--;
          shared = true;
        }
      }
    }
  }

  @Override
  void open(long newKey, int[] cells) {
    base = newKey;
    open = cells;
    for (int node = 0; node < cells.length; node++) {
      cells[node] = (int) (newKey >>> shifts[node]) & limits[node];
    }
  }

  @Override
  long successor(int node, int cell, int[] code, int from, int to, Placement placement) {
    boolean fits = cell <= limits[node];
    long key = base + ((long) (cell - open[node]) << shifts[node]);
    for (int at = from; at < to; at += 2) {
      int recipient = code[at];
      int placed = placement.place(recipient, open[recipient], code[at + 1]);
      fits &= placed <= limits[recipient];
      key += (long) (placed - open[recipient]) << shifts[recipient];
    }
    overflowed |= !fits;
    return key;
  }

  @Override
  long pack(int[] cells) {
    long packed = 0;
    for (int node = 0; node < cells.length; node++) {
      overflowed |= cells[node] > limits[node];
      packed |= (long) cells[node] << shifts[node];
    }
    return packed;
  }

  @Override
  boolean overflowed() {
    return overflowed;
  }

  @Override
  long bytes() {
    return 0;
  }
}
