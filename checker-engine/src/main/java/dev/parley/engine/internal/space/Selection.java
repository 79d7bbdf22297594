package dev.parley.engine.internal.space;

import java.util.BitSet;

/** Whose transitions are explored in a state: those of all nodes, or of some. */
public final class Selection {
  /** All transitions of all nodes. */
  public static final Selection ALL = new Selection(new long[0], false);

  /** A bit for each node, as many words as the highest of them needs. */
  private final long[] nodes;

  private final boolean idleOnly;

  private Selection(long[] nodes, boolean idleOnly) {
    this.nodes = nodes;
    this.idleOnly = idleOnly;
  }

  /** All transitions of these nodes. */
  public static Selection of(BitSet nodes) {
    return new Selection(nodes.toLongArray(), false);
  }

  /** Of one node, the transitions that consume its first idle message ({@link Selector#isIdle}). */
  public static Selection idleOf(int node) {
    BitSet only = new BitSet();
    only.set(node);
    return new Selection(only.toLongArray(), true);
  }

  /** Whether transitions of a node are explored. */
  public boolean includes(int node) {
    int word = node >> 6;
    return this == ALL || (word < nodes.length && (nodes[word] >>> node & 1) != 0);
  }

  /** Whether, of the one node's transitions, only those are explored that consume its message. */
  boolean idleOnly() {
    return idleOnly;
  }
}
