package dev.parley.engine.internal.live;

import dev.parley.engine.internal.store.IntSequence;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Strongly connected components of a part of a graph (Tarjan, 1972), without recursion. They are
 * handed out one by one, each after all that can be reached from it.
 *
 * <p><b>Memory.</b> Four bytes a state, four for each state on the stack, and some for each state
 * on the way from the start. Successors on that way are kept only up to a limit: the way may be as
 * long as the state space. Further up they are worked out again when the walk comes back, in the
 * same order, so that the number of those already taken suffices.
 */
final class Components {
  private static final int UNSEEN = 0;
  private static final int DONE = -1;
  private static final int DROPPED = -1;

  /** How many successors are kept. */
  private static final int KEPT = 1 << 20;

  /** Takes components. */
  interface Taker {
    /**
     * Takes a component.
     *
     * @param component what it consists of, valid during this call
     * @return whether to go on
     */
    boolean take(Component component);

    /** Hears of a transition to a state whose component was taken before. */
    default void leaves(int from, int to) {}
  }

  private final Graph graph;
  private final IntPredicate inside;
  private final int keptLimit;

  /** For each state, when it was met, counted from 1; {@link #DONE} after that was handed out. */
  private final int[] order;

  private int met;
  private int[] stack = new int[64];
  private int stackSize;

  // The way from the start, by depth.
  private int[] vertex = new int[64];
  private int[] low = new int[64];
  private int[] taken = new int[64];
  private int[] start = new int[64];
  private boolean[] loops = new boolean[64];
  private int depth;

  private IntSequence successors = new IntSequence();
  private int oldestKept;

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
    private final boolean cyclic;

    private Component(int first, boolean cyclic) {
      this.first = first;
      this.cyclic = cyclic;
    }

    /** How many states it has. */
    int size() {
      return stackSize - first;
    }

    /** One of its states. */
    int state(int index) {
      return stack[first + index];
    }

    /** Whether a state is one of its. */
    boolean contains(int state) {
      return order[state] >= order[stack[first]];
    }

    /** Whether there is a way from a state of it back to it. */
    boolean isCyclic() {
      return cyclic;
    }
  }

  /** Hands out the components that can be reached from a state and were not handed out before. */
  boolean from(int begin, Taker taker) {
    if (order[begin] != UNSEEN || !inside.test(begin)) {
      return true;
    }
    push(begin);
    while (depth > 0) {
      int at = depth - 1;
      if (start[at] == DROPPED) {
        restore(at);
      }
      int next = start[at] + taken[at];
      if (next < successors.size()) {
        taken[at]++;
        follow(at, successors.get(next), taker);
      } else if (!pop(taker)) {
        return false;
      }
    }
    return true;
  }

  private void follow(int at, int to, Taker taker) {
    if (!inside.test(to)) {
      return;
    }
    if (order[to] == UNSEEN) {
      push(to);
    } else if (order[to] == DONE) {
      taker.leaves(vertex[at], to);
    } else {
      low[at] = Math.min(low[at], order[to]);
      loops[at] |= to == vertex[at];
    }
  }

  private void push(int state) {
    order[state] = ++met;
    if (stackSize == stack.length) {
      stack = Arrays.copyOf(stack, stackSize * 2);
    }
    stack[stackSize++] = state;
    if (depth == vertex.length) {
      vertex = Arrays.copyOf(vertex, depth * 2);
      low = Arrays.copyOf(low, depth * 2);
      taken = Arrays.copyOf(taken, depth * 2);
      start = Arrays.copyOf(start, depth * 2);
      loops = Arrays.copyOf(loops, depth * 2);
    }
    if (successors.size() > keptLimit) {
      drop();
    }
    vertex[depth] = state;
    low[depth] = met;
    taken[depth] = 0;
    loops[depth] = false;
    start[depth] = successors.size();
    graph.successors(state, successors);
    depth++;
  }

  /** Forgets the successors of all states on the way. */
  private void drop() {
    for (int at = depth - 1; at >= oldestKept; at--) {
      start[at] = DROPPED;
    }
    oldestKept = depth;
    successors = new IntSequence();
  }

  private void restore(int at) {
    oldestKept = at;
    start[at] = successors.size();
    graph.successors(vertex[at], successors);
  }

  private boolean pop(Taker taker) {
    int at = --depth;
    successors.cut(start[at]);
    int state = vertex[at];
    boolean root = low[at] == order[state];
    boolean goesOn = true;
    if (root) {
      int first = stackSize - 1;
      while (stack[first] != state) {
        first--;
      }
      boolean cyclic = first < stackSize - 1 || loops[at];
      goesOn = taker.take(new Component(first, cyclic));
      for (int i = first; i < stackSize; i++) {
        order[stack[i]] = DONE;
      }
      stackSize = first;
    }
    if (depth > 0) {
      if (root) {
        taker.leaves(vertex[depth - 1], state);
      } else {
        low[depth - 1] = Math.min(low[depth - 1], low[at]);
      }
    }
    return goesOn;
  }
}
