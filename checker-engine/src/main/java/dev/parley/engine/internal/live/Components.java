package dev.parley.engine.internal.live;

import dev.parley.engine.internal.store.IntSequence;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * Strongly connected components of a part of a graph, without recursion (Tarjan, 1972, in the form
 * of Pearce, "A space-efficient algorithm for finding strongly connected components", 2016). They
 * are handed out one by one, each after all that can be reached from it.
 *
 * <p>A state's number says when it was met. It is lowered to that of the earliest state on the way
 * that the state is known to lead to. A state whose number was never lowered is the first one of
 * its component, and the rest of it are all states that wait with numbers as high or higher: the
 * way has left them, and they lead back to it.
 *
 * <p><b>Memory.</b> Four bytes a state, four for each state on the way from the start or waiting,
 * and two bits. Successors are kept only for the states on the way, and only those that were not
 * met. One that is met while the state is on the way is met on a way from it. Whatever can be
 * learned of it, the state learns from its successor on that way, so it is dropped. The way may be
 * as long as the state space; if all that would be too much, everything is dropped and worked out
 * again when the walk comes back. It makes no difference that some is looked at twice then.
 */
final class Components {
  private static final int UNSEEN = 0;
  private static final int DONE = -1;

  /** How many successors are kept. */
  private static final int KEPT = 1 << 20;

  /** After how many states a walk asks whether to go on. */
  private static final int ASKED = 1 << 12;

  /** Takes components. */
  interface Taker {
    /**
     * Takes a component.
     *
     * @param component what it consists of, valid during this call
     * @return whether to go on
     */
    boolean take(Component component);

    /**
     * Hears of a transition to a state whose component was taken before. Of some it hears twice, of
     * others not at all, if there is another way that it hears of.
     */
    default void leaves(int from, int to) {}

    /** Whether to go on; asked now and then. */
    default boolean goesOn() {
      return true;
    }
  }

  private final Graph graph;
  private final IntPredicate inside;
  private final int keptLimit;

  /** For each state, its number, from 1; below 0 after it was handed out. */
  private final int[] order;

  private final BitSet lowered = new BitSet();
  private final BitSet loops = new BitSet();
  private int met;

  /**
   * In front the states that wait, at the back the way from the start. A state is never in both.
   */
  private int[] both = new int[64];

  private int waiting;
  private int depth;

  /**
   * For each state on the way its successors that were not met, in front of them -1. Where several
   * states follow each other without successors, that is the negative of their number.
   */
  private IntSequence successors = new IntSequence();

  private final IntSequence opened = new IntSequence();

  /**
   * Components of the states that fulfil a condition.
   *
   * @param order room for a number for each state of the graph; zero for those inside
   */
  Components(Graph graph, IntPredicate inside, int[] order) {
    this(graph, inside, order, KEPT);
  }

  Components(Graph graph, IntPredicate inside, int[] order, int keptLimit) {
    this.graph = graph;
    this.inside = inside;
    this.order = order;
    this.keptLimit = keptLimit;
  }

  /** A component: some states, each of which can be reached from each other. */
  final class Component {
    private final int first;
    private final int lowest;
    private final boolean cyclic;

    private Component(int first, int lowest, boolean cyclic) {
      this.first = first;
      this.lowest = lowest;
      this.cyclic = cyclic;
    }

    /** How many states it has. */
    int size() {
      return waiting - first;
    }

    /** One of its states. */
    int state(int index) {
      return both[first + index];
    }

    /** Whether a state is one of its. */
    boolean contains(int state) {
      return order[state] >= lowest;
    }

    /** Whether there is a way from a state of it back to it. */
    boolean isCyclic() {
      return cyclic;
    }
  }

  /** What the tables take in memory, besides the room for numbers. */
  long bytes() {
    return 4L * both.length + successors.bytes() + (lowered.size() + loops.size()) / 8;
  }

  /** Hands out the components that can be reached from a state and were not handed out before. */
  boolean from(int begin, Taker taker) {
    if (order[begin] != UNSEEN || !inside.test(begin)) {
      return true;
    }
    push(begin, taker);
    while (depth > 0) {
      if (successors.size() == 0) {
        open(taker);
      }
      int last = successors.size() - 1;
      int next = successors.get(last);
      if (next < 0) {
        successors.set(last, next + 1);
        successors.cut(next == -1 ? last : last + 1);
        if (!pop(taker)) {
          return false;
        }
      } else {
        successors.cut(last);
        if (order[next] == UNSEEN) {
          push(next, taker);
          if (met % ASKED == 0 && !taker.goesOn()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private int onTop() {
    return both[both.length - depth];
  }

  private void push(int state, Taker taker) {
    order[state] = ++met;
    makeRoom();
    depth++;
    both[both.length - depth] = state;
    if (successors.size() > keptLimit) {
      dropMet();
      if (successors.size() > keptLimit / 2) {
        successors = new IntSequence();
      }
    }
    open(taker);
  }

  private void dropMet() {
    IntSequence all = successors;
    successors = new IntSequence();
    for (int i = 0; i < all.size(); i++) {
      int entry = all.get(i);
      if (entry < 0) {
        addBottom(entry);
      } else if (order[entry] == UNSEEN) {
        successors.add(entry);
      }
    }
  }

  private void addBottom(int states) {
    int last = successors.size() - 1;
    if (last >= 0 && successors.get(last) < 0) {
      successors.set(last, successors.get(last) + states);
    } else {
      successors.add(states);
    }
  }

  private void makeRoom() {
    if (waiting + depth == both.length) {
      int[] larger = new int[both.length + (both.length >> 1)];
      System.arraycopy(both, 0, larger, 0, waiting);
      System.arraycopy(both, both.length - depth, larger, larger.length - depth, depth);
      both = larger;
    }
  }

  /** Looks at the successors of the last state on the way, and keeps those not met. */
  private void open(Taker taker) {
    int from = onTop();
    addBottom(-1);
    opened.cut(0);
    graph.successors(from, opened);
    for (int i = 0; i < opened.size(); i++) {
      int to = opened.get(i);
      if (inside.test(to)) {
        if (order[to] == UNSEEN) {
          successors.add(to);
        } else {
          see(from, to, taker);
        }
      }
    }
  }

  /** Looks at a transition to a state that was met. */
  private void see(int from, int to, Taker taker) {
    if (order[to] < 0) {
      taker.leaves(from, to);
    } else {
      lower(from, order[to]);
      if (from == to) {
        loops.set(from);
      }
    }
  }

  private void lower(int state, int number) {
    if (number < order[state]) {
      order[state] = number;
      lowered.set(state);
    }
  }

  private boolean pop(Taker taker) {
    int state = onTop();
    depth--;
    both[waiting++] = state;
    if (lowered.get(state)) {
      lower(onTop(), order[state]);
      return true;
    }
    boolean goesOn = handOut(state, taker);
    if (depth > 0) {
      taker.leaves(onTop(), state);
    }
    return goesOn;
  }

  private boolean handOut(int root, Taker taker) {
    int lowest = order[root];
    int first = waiting - 1;
    while (first > 0 && order[both[first - 1]] >= lowest) {
      first--;
    }
    boolean cyclic = first < waiting - 1 || loops.get(root);
    boolean goesOn = taker.take(new Component(first, lowest, cyclic));
    for (int i = first; i < waiting; i++) {
      if (order[both[i]] > 0) {
        order[both[i]] = DONE;
      }
    }
    waiting = first;
    return goesOn;
  }
}
