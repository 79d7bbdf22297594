package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * States with numbers, dense from 0 in the order in which they were added: for searches that keep
 * something about each state. A state is kept once, as a reference in a list; a table of numbers
 * with open addressing finds it again. Both together take 16 to 24 bytes a state.
 *
 * <p>The list belongs to a {@link HeapStore}, which replaces references when it packs states anew;
 * the table is then made again.
 */
public final class NumberedStates {
  /** The most states there can be: the table is at most half full and has 2^30 slots. */
  public static final int MOST = 1 << 29;

  private static final int FREE = -1;

  private final HeapStore store;
  private final LongList states;
  private int[] slots = freeSlots(1 << 10);
  private int generation;

  /**
   * No states yet.
   *
   * @param parts how many parts a state has
   * @param counts how many values each part has by now
   */
  public NumberedStates(int parts, IntUnaryOperator counts) {
    store = new HeapStore(parts, counts, false);
    states = (LongList) store.newList();
  }

  private static int[] freeSlots(int count) {
    int[] free = new int[count];
    Arrays.fill(free, FREE);
    return free;
  }

  /** Access to states by reference. */
  public StateView view() {
    return store.view();
  }

  /** Adds a state unless it is there. */
  public void add(long reference) {
    long lasting = store.add(reference);
    makeAnewIfReplaced();
    addLasting(lasting);
  }

  /** Adds the successors of all edges, in order, unless they are there. */
  public void addAll(Edges edges) {
    store.addAll(edges);
    makeAnewIfReplaced();
    for (int edge = 0; edge < edges.size(); edge++) {
      addLasting(edges.state(edge));
    }
  }

  private void addLasting(long state) {
    int slot = slot(state);
    if (slots[slot] == FREE) {
      slots[slot] = states.size();
      states.add(state);
      if (states.size() * 2L > slots.length) {
        make(slots.length * 2);
      }
    }
  }

  private void makeAnewIfReplaced() {
    if (generation != store.generation()) {
      generation = store.generation();
      make(slots.length);
    }
  }

  private void make(int capacity) {
    slots = freeSlots(capacity);
    for (int number = 0; number < states.size(); number++) {
      slots[slot(states.get(number))] = number;
    }
  }

  private int slot(long state) {
    int mask = slots.length - 1;
    int slot = (int) Hash.mix(state) & mask;
    while (slots[slot] != FREE && states.get(slots[slot]) != state) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** The number of a state that was added; -1 if it was not. */
  public int number(long state) {
    return state < 0 ? FREE : slots[slot(state)];
  }

  /** A reference to the state with a number, valid until more are added. */
  public long state(int number) {
    return states.get(number);
  }

  /** How many states were added. */
  public int size() {
    return states.size();
  }

  /** What the states take in memory. */
  public long bytes() {
    return store.bytes() + 4L * slots.length;
  }
}
