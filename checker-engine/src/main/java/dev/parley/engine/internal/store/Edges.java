package dev.parley.engine.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Transitions on their way from expansion to the store, in parallel arrays: the successor, the node
 * that stepped, and which of the expanded states it came from. Also carries what an expansion shows
 * besides: states without transitions, and the first step that threw.
 *
 * <p>States are references of one {@link StateStore}.
 */
public final class Edges {
  private long[] states = new long[256];
  private int[] nodes = new int[256];
  private int[] sources = new int[256];
  private boolean[] fresh = new boolean[256];
  private int size;
  private long known;

  private long[] expanded = new long[64];
  private int expandedCount;
  private int[] terminals = new int[64];
  private int terminalCount;
  private final List<Throw> thrown = new ArrayList<>(0);

  /**
   * A transition whose step threw.
   *
   * @param source the state it was taken in
   * @param node the node that stepped
   * @param event the handler and what it consumed
   * @param outcome which outcome of the event
   */
  public record Throw(long source, int node, int event, int outcome) {
    private Throw from(long other) {
      return new Throw(other, node, event, outcome);
    }
  }

  /** Forgets everything. */
  public void clear() {
    size = 0;
    known = 0;
    expandedCount = 0;
    terminalCount = 0;
    thrown.clear();
  }

  /** Notes that a state is being expanded; the transitions added next are its own. */
  public void expanding(long state) {
    if (expandedCount == expanded.length) {
      expanded = Arrays.copyOf(expanded, expandedCount * 2);
      terminals = Arrays.copyOf(terminals, expandedCount * 2);
    }
    expanded[expandedCount++] = state;
  }

  /** Adds a transition of the state that is being expanded. */
  public void add(long state, int node) {
    if (size == states.length) {
      states = Arrays.copyOf(states, size * 2);
      nodes = Arrays.copyOf(nodes, size * 2);
      sources = Arrays.copyOf(sources, size * 2);
      fresh = new boolean[size * 2];
    }
    states[size] = state;
    nodes[size] = node;
    sources[size++] = expandedCount - 1;
  }

  /** Adds transitions of the state that is being expanded. */
  void addAll(long[] newStates, int[] newNodes, int from, int count) {
    if (size + count > states.length) {
      int capacity = Math.max(size + count, size * 2);
      states = Arrays.copyOf(states, capacity);
      nodes = Arrays.copyOf(nodes, capacity);
      sources = Arrays.copyOf(sources, capacity);
      fresh = new boolean[capacity];
    }
    System.arraycopy(newStates, from, states, size, count);
    System.arraycopy(newNodes, from, nodes, size, count);
    Arrays.fill(sources, size, size + count, expandedCount - 1);
    size += count;
  }

  /** Puts a transition in the place of an earlier one. */
  void move(int edge, int place) {
    states[place] = states[edge];
    nodes[place] = nodes[edge];
    sources[place] = sources[edge];
  }

  /** Keeps only so many transitions. */
  void cut(int count) {
    size = count;
  }

  /** Counts transitions to states that are known already. */
  public void known(long count) {
    known += count;
  }

  /** How many transitions were counted and not added. */
  public long known() {
    return known;
  }

  /** Notes that the state that is being expanded has no transitions. */
  public void terminal() {
    terminals[terminalCount++] = expandedCount - 1;
  }

  /** Notes that a step of the state that is being expanded threw. */
  public void threw(int node, int event, int outcome) {
    thrown.add(new Throw(expanded[expandedCount - 1], node, event, outcome));
  }

  /** Forgets the transitions; states without transitions stay. */
  public void dropTransitions() {
    size = 0;
    known = 0;
    thrown.clear();
  }

  /** Adds one transition that was expanded earlier. */
  public void readmit(long source, long state, int node) {
    if (expandedCount == 0 || expanded[expandedCount - 1] != source) {
      expanding(source);
    }
    add(state, node);
  }

  /** Notes a state without transitions that was expanded earlier. */
  public void readmitTerminal(long state) {
    expanding(state);
    terminal();
  }

  /** Notes steps that threw and were expanded earlier. */
  public void readmit(List<Throw> earlier) {
    thrown.addAll(earlier);
  }

  /** How many transitions there are. */
  public int size() {
    return size;
  }

  /** The successors. */
  long[] states() {
    return states;
  }

  /** A successor. */
  public long state(int edge) {
    return states[edge];
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
  public long sourceState(int edge) {
    return expanded[sources[edge]];
  }

  /** Where the store notes which successors were new. */
  boolean[] fresh() {
    return fresh;
  }

  /** Whether the successor was new to the store. */
  public boolean isNew(int edge) {
    return fresh[edge];
  }

  /** Replaces every reference. */
  void replaceStates(LongUnaryOperator replacement) {
    for (int i = 0; i < size; i++) {
      states[i] = replacement.applyAsLong(states[i]);
    }
    for (int i = 0; i < expandedCount; i++) {
      expanded[i] = replacement.applyAsLong(expanded[i]);
    }
    thrown.replaceAll(t -> t.from(replacement.applyAsLong(t.source())));
  }

  /** How many states without transitions there are. */
  public int terminalCount() {
    return terminalCount;
  }

  /** A state without transitions. */
  public long terminal(int index) {
    return expanded[terminals[index]];
  }

  /** The steps that threw, in the order in which they were taken. */
  public List<Throw> thrown() {
    return thrown;
  }
}
