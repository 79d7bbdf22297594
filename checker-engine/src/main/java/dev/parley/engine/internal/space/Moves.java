package dev.parley.engine.internal.space;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The transitions of one state, none of them taken yet: for whoever follows a single path and needs
 * just one successor. Filled by {@link StateSpace#moves}; the nodes' come first, in the order of
 * the nodes, then the environment's. Whatever is selected, all are there, those that throw too.
 */
public final class Moves {
  private int[] nodes = new int[64];
  private int[] transitions = new int[64];
  private int[] events = new int[64];
  private int[] outcomes = new int[64];
  private int size;
  private int ofNodes;
  private final BitSet thrown = new BitSet();
  private List<Environment.Change> changes = List.of();

  void clear() {
    size = 0;
    ofNodes = 0;
    thrown.clear();
    changes = List.of();
  }

  /** Adds a transition of a node, which starts here in the code of its expansions. */
  void add(int node, int[] code, int transition) {
    if (Expansion.threw(code, transition)) {
      thrown.set(size);
    }
    add(node, transition, Expansion.event(code, transition), Expansion.outcome(code, transition));
    ofNodes++;
  }

  /** Adds those of the environment, behind all others. */
  void addAll(List<Environment.Change> all) {
    changes = all;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).thrown().isPresent()) {
        thrown.set(size);
      }
      add(Action.NOBODY, i, i, 0);
    }
  }

  private void add(int node, int transition, int event, int outcome) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * size);
      transitions = Arrays.copyOf(transitions, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
      outcomes = Arrays.copyOf(outcomes, 2 * size);
    }
    nodes[size] = node;
    transitions[size] = transition;
    events[size] = event;
    outcomes[size++] = outcome;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** How many of them are the nodes' or their delivery's: if none are, the state is terminal. */
  public int ofNodes() {
    return ofNodes;
  }

  /** The first that throws; -1 if none does. */
  public int thrown() {
    return thrown.nextSetBit(0);
  }

  /** Whether one throws, and so leads nowhere. */
  public boolean throwsAt(int move) {
    return thrown.get(move);
  }

  /** The node that acts, or {@link Action#NOBODY}. */
  public int node(int move) {
    return nodes[move];
  }

  /** What happens: see {@link StateSpace#action}. In another state the environment's differ. */
  public int event(int move) {
    return events[move];
  }

  /** Which outcome of the event. */
  public int outcome(int move) {
    return outcomes[move];
  }

  /** What the environment does, in a transition of its own. */
  public Environment.Change change(int move) {
    return changes.get(events[move]);
  }

  int transition(int move) {
    return transitions[move];
  }
}
