package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * States with numbers, dense from 0 in the order in which they were added: for searches that keep
 * something about each state. A state is kept once, as a reference in a list; a table of numbers
 * with open addressing finds it again. Both together take 13 to 19 bytes a state.
 *
 * <p>Nearly all time goes into cache misses, one in the table and one in the list. Some bits of a
 * state's hash stand beside its number, so that few states are looked at in vain. And {@link
 * #fetch} touches what a whole batch needs before the first is looked up, which lets the processor
 * fetch it side by side.
 *
 * <p>The list belongs to a {@link HeapStore}, which replaces references when it packs states anew;
 * the table is then made again.
 */
public final class NumberedStates {
  /** The most states there can be. A slot has 29 bits for a number, and one number means free. */
  public static final int MOST = (1 << 29) - 1;

  private static final int NUMBER = (1 << 29) - 1;
  private static final int FREE = -1;

  /** How many states are fetched side by side. */
  private static final int BLOCK = 1 << 9;

  private final HeapStore store;
  private final LongList states;
  private int[] slots = freeSlots(1 << 10);
  private final Recent recent = new Recent();
  private final long[] block = new long[BLOCK];
  private final int[] found = new int[BLOCK];
  private long touched;
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
    int left = 0;
    for (int edge = 0; edge < edges.size(); edge++) {
      long state = edges.state(edge);
      if (recent.isNew(state, Recent.hash(state))) {
        block[left++] = state;
        if (left == BLOCK) {
          addBlock(left);
          left = 0;
        }
      }
    }
    addBlock(left);
  }

  private void addBlock(int count) {
    fetch(count);
    for (int i = 0; i < count; i++) {
      addLasting(block[i]);
    }
  }

  /** Makes it faster to look up the successors of some edges. */
  public void fetch(Edges edges) {
    int count = Math.min(edges.size(), BLOCK);
    for (int i = 0; i < count; i++) {
      block[i] = edges.state(i);
    }
    fetch(count);
  }

  private void fetch(int count) {
    int mask = slots.length - 1;
    for (int i = 0; i < count; i++) {
      found[i] = slots[(int) Hash.mix(block[i]) & mask];
    }
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (found[i] != FREE) {
        sum += states.get(found[i] & NUMBER);
      }
    }
    touched = sum; // Keeps the loads from being optimised away.
  }

  private void addLasting(long state) {
    long hash = Hash.mix(state);
    int slot = slot(state, hash);
    if (slots[slot] == FREE) {
      slots[slot] = entry(states.size(), hash);
      states.add(state);
      if (states.size() > slots.length - (slots.length >> 2)) {
        make(slots.length * 2);
      }
    }
  }

  private void makeAnewIfReplaced() {
    if (generation != store.generation()) {
      generation = store.generation();
      recent.clear();
      make(slots.length);
    }
  }

  private void make(int capacity) {
    slots = freeSlots(capacity);
    for (int number = 0; number < states.size(); number++) {
      long state = states.get(number);
      long hash = Hash.mix(state);
      slots[slot(state, hash)] = entry(number, hash);
    }
  }

  private static int entry(int number, long hash) {
    return number | tag(hash);
  }

  /** The bits of a hash that stand beside a number. */
  private static int tag(long hash) {
    return (int) (hash >>> 32) & ~NUMBER;
  }

  private int slot(long state, long hash) {
    int mask = slots.length - 1;
    int tag = tag(hash);
    int slot = (int) hash & mask;
    while (slots[slot] != FREE
        && ((slots[slot] & ~NUMBER) != tag || states.get(slots[slot] & NUMBER) != state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** The number of a state that was added; -1 if it was not. */
  public int number(long state) {
    if (state < 0) {
      return FREE;
    }
    int entry = slots[slot(state, Hash.mix(state))];
    return entry == FREE ? FREE : entry & NUMBER;
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
    return store.bytes() + 4L * slots.length + Recent.BYTES;
  }
}
