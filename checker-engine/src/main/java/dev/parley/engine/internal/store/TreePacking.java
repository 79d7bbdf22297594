package dev.parley.engine.internal.store;

/**
 * Parts as the leaves of a balanced binary tree whose inner nodes are interned pairs, after the
 * tree compression of LTSmin: the root's two halves, as 32-bit numbers, are the key. Takes states
 * of any width, never needs a new layout, and shares whatever parts states have in common; a
 * successor interns anew only the paths from the changed leaves up.
 */
final class TreePacking extends Packing {
  private final int leaves;

  /**
   * The tree as a heap: position 1 is the root, the children of {@code p} are {@code 2p} and {@code
   * 2p + 1}, and the positions from {@code leaves} up are the leaves. Any number of leaves gives a
   * balanced tree in which part {@code n} stands at position {@code leaves + n}.
   */
  private final PairTable[] pairs;

  private final int[] base;
  private final int[] current;
  private final int[] touched;
  private final int[] rising;
  private int touchedCount;
  private final boolean reading;

  TreePacking(int parts) {
    this(parts, new PairTable[parts], false);
    for (int position = 2; position < parts; position++) {
      pairs[position] = new PairTable();
    }
  }

  private TreePacking(int parts, PairTable[] pairs, boolean reading) {
    leaves = parts;
    this.pairs = pairs;
    this.reading = reading;
    base = new int[2 * parts];
    current = new int[2 * parts];
    touched = new int[parts];
    rising = new int[parts];
  }

  @Override
  Packing reader() {
    return new TreePacking(leaves, pairs, true);
  }

  @Override
  void open(long key, int[] into) {
    base[2] = (int) (key >>> 32);
    base[3] = (int) key;
    for (int position = 2; position < leaves; position++) {
      PairTable table = pairs[position];
      base[2 * position] = table.first(base[position]);
      base[2 * position + 1] = table.second(base[position]);
    }
    System.arraycopy(base, leaves, into, 0, leaves);
    System.arraycopy(base, 0, current, 0, base.length);
    touchedCount = 0;
  }

  @Override
  long successor(int[] parts, int[] values, int count) {
    start();
    for (int i = 0; i < count; i++) {
      set(parts[i], values[i]);
    }
    return finish();
  }

  /** Begins a successor that is equal to the open state so far. */
  private void start() {
    for (int i = 0; i < touchedCount; i++) {
      for (int position = touched[i]; position > 1; position >>= 1) {
        current[position] = base[position];
      }
    }
    touchedCount = 0;
  }

  /** Replaces a part of the successor. */
  private void set(int part, int value) {
    int position = leaves + part;
    current[position] = value;
    touched[touchedCount++] = position;
  }

  /**
   * Interns upwards from the changed leaves, the deepest position first, so that where two paths
   * meet both children are up to date and no pair is interned that no state has.
   */
  private long finish() {
    int open = touchedCount;
    for (int i = 0; i < open; i++) {
      rising[i] = touched[i] >> 1;
    }
    while (open > 0) {
      int deepest = 0;
      for (int i = 1; i < open; i++) {
        deepest = rising[i] > rising[deepest] ? i : deepest;
      }
      int position = rising[deepest];
      if (position <= 1) {
        break;
      }
      int pair = pair(position);
      if (pair == PairTable.ABSENT) {
        return NO_ROOM;
      }
      current[position] = pair;
      int kept = 0;
      for (int i = 0; i < open; i++) {
        if (rising[i] != position) {
          rising[kept++] = rising[i];
        }
      }
      rising[kept++] = position >> 1;
      open = kept;
    }
    return ((long) current[2] << 32) | current[3];
  }

  private int pair(int position) {
    int first = current[2 * position];
    int second = current[2 * position + 1];
    return reading ? pairs[position].find(first, second) : pairs[position].intern(first, second);
  }

  @Override
  long pack(int[] state) {
    System.arraycopy(state, 0, current, leaves, leaves);
    for (int position = leaves - 1; position > 1; position--) {
      current[position] = pairs[position].intern(current[2 * position], current[2 * position + 1]);
    }
    return ((long) current[2] << 32) | current[3];
  }

  /** A key is the numbers of the root's two children. */
  @Override
  KeyCode code(int[] counts) {
    return KeyCode.of(
        new int[] {32, 0}, new int[] {31, 32}, new long[] {count(2, counts), count(3, counts)});
  }

  private long count(int position, int[] counts) {
    return position < leaves ? pairs[position].size() : counts[position - leaves];
  }

  @Override
  long bytes() {
    long bytes = 0;
    for (int position = 2; position < leaves; position++) {
      bytes += pairs[position].bytes();
    }
    return bytes;
  }
}
