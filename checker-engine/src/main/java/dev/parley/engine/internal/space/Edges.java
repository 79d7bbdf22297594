package dev.parley.engine.internal.space;

import java.util.Arrays;
import java.util.Optional;

/**
 * Transitions on their way from expansion to the visited set, in parallel arrays: the successor's
 * key, the node that stepped, and which of the expanded states it came from. Also carries what an
 * expansion shows besides: states without transitions, and the first step that threw.
 */
public final class Edges {
  private long[] keys = new long[256];
  private int[] nodes = new int[256];
  private int[] sources = new int[256];
  private boolean[] fresh = new boolean[256];
  private int size;

  private long[] expanded = new long[64];
  private long[] selected = new long[64];
  private int expandedCount;
  private int[] terminals = new int[64];
  private int terminalCount;
  private Optional<Throw> thrown = Optional.empty();

  /**
   * A transition whose step threw.
   *
   * @param source the state it was taken in
   * @param node the node that stepped
   * @param event the handler and what it consumed
   * @param outcome which outcome of the event
   */
  public record Throw(long source, int node, int event, int outcome) {}

  /** Forgets everything. */
  public void clear() {
    size = 0;
    expandedCount = 0;
    terminalCount = 0;
    thrown = Optional.empty();
  }

  /**
   * Notes that a state is being expanded; the transitions added next are its own.
   *
   * @param nodes those whose transitions are explored, a bit each
   */
  void expanding(long key, long nodes) {
    if (expandedCount == expanded.length) {
      expanded = Arrays.copyOf(expanded, expandedCount * 2);
      selected = Arrays.copyOf(selected, expandedCount * 2);
      terminals = Arrays.copyOf(terminals, expandedCount * 2);
    }
    selected[expandedCount] = nodes;
    expanded[expandedCount++] = key;
  }

  void add(long key, int node) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      nodes = Arrays.copyOf(nodes, size * 2);
      sources = Arrays.copyOf(sources, size * 2);
      fresh = new boolean[size * 2];
    }
    keys[size] = key;
    nodes[size] = node;
    sources[size++] = expandedCount - 1;
  }

  void terminal() {
    terminals[terminalCount++] = expandedCount - 1;
  }

  void threw(int node, int event, int outcome) {
    if (thrown.isEmpty()) {
      thrown = Optional.of(new Throw(expanded[expandedCount - 1], node, event, outcome));
    }
  }

  /** Forgets the transitions; states without transitions stay. */
  public void dropTransitions() {
    size = 0;
    thrown = Optional.empty();
  }

  /** Adds one transition that was expanded earlier. */
  public void readmit(long source, long key, int node) {
    if (expandedCount == 0 || expanded[expandedCount - 1] != source) {
      expanding(source, Selector.ALL);
    }
    add(key, node);
  }

  /** Notes a state without transitions that was expanded earlier. */
  public void readmitTerminal(long key) {
    expanding(key, Selector.ALL);
    terminal();
  }

  /** Notes a step that threw and was expanded earlier. */
  public void readmit(Throw earlier) {
    thrown = thrown.or(() -> Optional.of(earlier));
  }

  /** How many states were expanded. */
  public int expandedCount() {
    return expandedCount;
  }

  /** A state that was expanded. */
  public long expanded(int index) {
    return expanded[index];
  }

  /** The nodes whose transitions were explored in a state that was expanded, a bit each. */
  long selected(int index) {
    return selected[index];
  }

  /** How many transitions there are. */
  public int size() {
    return size;
  }

  /** The successors' keys. */
  public long[] keys() {
    return keys;
  }

  /** A successor's key. */
  public long key(int edge) {
    return keys[edge];
  }

  /** The node that took a transition. */
  public int node(int edge) {
    return nodes[edge];
  }

  /** The place, among the expanded states, of the state a transition came from. */
  public int source(int edge) {
    return sources[edge];
  }

  /** The state a transition came from. */
  public long sourceKey(int edge) {
    return expanded[sources[edge]];
  }

  /** Where to note which successors were new. */
  public boolean[] fresh() {
    return fresh;
  }

  /** How many states without transitions there are. */
  public int terminalCount() {
    return terminalCount;
  }

  /** A state without transitions. */
  public long terminal(int index) {
    return expanded[terminals[index]];
  }

  /** The first step that threw. */
  public Optional<Throw> thrown() {
    return thrown;
  }
}
