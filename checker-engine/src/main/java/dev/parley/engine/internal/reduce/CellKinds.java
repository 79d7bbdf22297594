package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntTable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Groups cells into kinds. Cells of one kind are the same for the choice of a stubborn set: they
 * have the same number of transitions, which need the same and may do the same, and the needs that
 * their node can meet need the same. There are far fewer kinds than cells, so for most states the
 * choice is known already ({@link SelectionMemo}).
 */
final class CellKinds {
  private static final int ENABLED = 0;
  private static final int RANK = 1;
  private static final int CLOSES_CYCLE = 2;
  private static final int NODE_CLAUSES = 3;
  private static final int SEEN = 4;

  /** The kind of cells about which something is unknown. */
  static final int UNKNOWN = -1;

  /** How many integers the kinds may take before all kinds are forgotten. */
  private static final int LIMIT = 1 << 24;

  private final Needs needs;
  private final Visibility visibility;
  private final Visibility nearby;
  private ClauseBook book = new ClauseBook();

  /** Where the needs start, behind the groups that see something, 32 to an integer. */
  private final int firstNeed;

  /** For each need, its sender, and its place among the needs of that sender. */
  private final int[] senders;

  private final int[] places;
  private final int[][] needsBySender;

  /** For each node and cell its kind; 0 if it was not looked at yet. */
  private final int[][] kinds;

  /** The same without transitions: a node that is down has none, whatever its cell has. */
  private final int[][] stillKinds;

  private final IntTable[] known;

  /** For each node, one kind after the other: the numbers named above, then one for each need. */
  private final int[][] facts;

  /** For each node and kind, a cell of that kind. */
  private final int[][] examples;

  CellKinds(Needs needs, Visibility visibility, Visibility nearby, int nodes) {
    this.nearby = nearby;
    this.needs = needs;
    this.visibility = visibility;
    firstNeed = SEEN + (visibility.count() + Integer.SIZE - 1) / Integer.SIZE;
    senders = new int[needs.count()];
    places = new int[senders.length];
    int[] counts = new int[nodes];
    for (int need = 0; need < senders.length; need++) {
      senders[need] = needs.sender(need);
      places[need] = firstNeed + counts[senders[need]]++;
    }
    needsBySender = new int[nodes][];
    for (int node = 0; node < nodes; node++) {
      needsBySender[node] = new int[counts[node]];
    }
    for (int need = 0; need < senders.length; need++) {
      needsBySender[senders[need]][places[need] - firstNeed] = need;
    }
    kinds = new int[nodes][0];
    stillKinds = new int[nodes][0];
    known = new IntTable[nodes];
    facts = new int[nodes][];
    examples = new int[nodes][];
    clear();
  }

  private void clear() {
    book = new ClauseBook();
    for (int node = 0; node < kinds.length; node++) {
      Arrays.fill(kinds[node], 0);
      Arrays.fill(stillKinds[node], 0);
      known[node] = new IntTable();
      facts[node] = new int[4 * width(node)];
      examples[node] = new int[4];
    }
  }

  private int width(int node) {
    return firstNeed + needsBySender[node].length;
  }

  /**
   * The kind of a cell, from 1, or {@link #UNKNOWN}.
   *
   * @param enabled how many transitions it has
   */
  int kind(int node, int cell, int enabled) {
    int[][] table = enabled == 0 ? stillKinds : kinds;
    if (cell >= table[node].length) {
      table[node] = Arrays.copyOf(table[node], cell + (cell >> 1) + 16);
    }
    if (table[node][cell] == 0) {
      table[node][cell] = look(node, cell, enabled);
    }
    return table[node][cell];
  }

  /** The same if the cell was looked at before; else 0. */
  int knownKind(int node, int cell, int enabled) {
    int[] ofNode = enabled == 0 ? stillKinds[node] : kinds[node];
    return cell < ofNode.length ? ofNode[cell] : 0;
  }

  private int look(int node, int cell, int enabled) {
    if (!needs.knows(node, cell)) {
      return UNKNOWN;
    }
    int width = width(node);
    int[] all = new int[width + visibility.count() + nearby.count()];
    all[ENABLED] = enabled;
    if (enabled > 0) {
      all[RANK] = needs.rank(node, cell);
      all[CLOSES_CYCLE] = needs.closesCycle(node, cell) ? 1 : 0;
      visibility.now(node, cell).stream()
          .forEach(group -> all[SEEN + group / Integer.SIZE] |= 1 << group);
    }
    all[NODE_CLAUSES] = needs.ofNode(node, cell, book);
    for (int i = 0; i < needsBySender[node].length; i++) {
      all[firstNeed + i] = needs.ofNeed(needsBySender[node][i], cell, book);
    }
    visibility.outlooks(node, cell, all, width);
    nearby.outlooks(node, cell, all, width + visibility.count());
    int kind = known[node].intern(all, all.length);
    if ((kind + 1) * width > facts[node].length) {
      facts[node] = Arrays.copyOf(facts[node], 2 * (kind + 1) * width);
      examples[node] = Arrays.copyOf(examples[node], 2 * (kind + 1));
    }
    System.arraycopy(all, 0, facts[node], kind * width, width);
    examples[node][kind] = cell;
    return kind;
  }

  /** See {@link Needs#rank}. */
  int rank(int node, int kind) {
    return facts[node][kind * width(node) + RANK];
  }

  /** See {@link Needs#closesCycle}. */
  boolean closesCycle(int node, int kind) {
    return facts[node][kind * width(node) + CLOSES_CYCLE] != 0;
  }

  /** Adds the groups that can see some transition. */
  void addSeen(int node, int kind, BitSet groups) {
    int[] ofNode = facts[node];
    int from = kind * width(node);
    for (int at = SEEN; at < firstNeed; at++) {
      for (int seen = ofNode[from + at]; seen != 0; seen &= seen - 1) {
        groups.set((at - SEEN) * Integer.SIZE + Integer.numberOfTrailingZeros(seen));
      }
    }
  }

  /** See {@link Needs#ofNode}. */
  int ofNode(int node, int kind) {
    return facts[node][kind * width(node) + NODE_CLAUSES];
  }

  /** See {@link Needs#ofNeed}; the kind is that of the sender's cell. */
  int ofNeed(int need, int kind) {
    int node = senders[need];
    return facts[node][kind * width(node) + places[need]];
  }

  /** See {@link Needs#sender}. */
  int sender(int need) {
    return senders[need];
  }

  /** The integers that clauses are made of. */
  int[] code() {
    return book.code();
  }

  /** A cell of a kind. */
  int example(int node, int kind) {
    return examples[node][kind];
  }

  /** Forgets everything if it has grown too large; answers whether it did. */
  boolean trim() {
    long size = 0;
    for (int[] ofNode : facts) {
      size += ofNode.length;
    }
    boolean tooLarge = size > LIMIT;
    if (tooLarge) {
      clear();
    }
    return tooLarge;
  }

  /** What the tables take in memory. */
  long bytes() {
    long bytes = book.bytes();
    for (int node = 0; node < kinds.length; node++) {
      bytes += known[node].bytes();
      bytes += 4L * (kinds[node].length + stillKinds[node].length);
      bytes += 4L * (facts[node].length + examples[node].length);
    }
    return bytes;
  }
}
