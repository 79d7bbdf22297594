package dev.parley.engine.internal.store;

import java.util.Arrays;

/**
 * The transitions that one worker found, on their way to {@link Edges}. Transitions to states that
 * the same worker has met shortly before are counted and not kept.
 *
 * <p>They could not be new. A worker takes the states of a batch in their order, so the state was
 * met by an earlier transition of this batch, or of an earlier one; all states of earlier batches
 * have been added. If the earlier transition was taken back, because the worker could not finish
 * with its source, that source is expanded by somebody else, at its place in the order.
 */
public final class EdgeBuffer {
  /** What a buffer takes in memory when it is empty, and what each transition adds. */
  public static final long LEAST_BYTES = Recent.BYTES;

  public static final long TRANSITION_BYTES = Long.BYTES + Integer.BYTES;

  private final Recent recent = new Recent();
  private long[] states = new long[1 << 12];
  private int[] nodes = new int[1 << 12];
  private int size;
  private long known;

  /** Adds a transition. */
  public void add(long state, int node) {
    if (!recent.isNew(state, Recent.hash(state))) {
      known++;
      return;
    }
    if (size == states.length) {
      states = Arrays.copyOf(states, size * 2);
      nodes = Arrays.copyOf(nodes, size * 2);
    }
    states[size] = state;
    nodes[size++] = node;
  }

  /** How many transitions there are. */
  public int size() {
    return size;
  }

  /** How many transitions were counted only. */
  public long known() {
    return known;
  }

  /** Takes the last transitions back. */
  public void cut(int newSize, long newKnown) {
    size = newSize;
    known = newKnown;
  }

  /** Forgets the transitions, for a new batch. */
  public void clear() {
    size = 0;
    known = 0;
  }

  /** Forgets what states were met: references were replaced. */
  public void forget() {
    recent.clear();
  }

  /** Adds some of the transitions to the edges, as those of the state that is being expanded. */
  public void copy(int from, int to, Edges edges) {
    edges.addAll(states, nodes, from, to - from);
  }
}
