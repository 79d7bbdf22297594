package dev.parley.protocols.mutex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lamport's mutual exclusion once more, from the paper, and a search of its own: arrays, one queue
 * for each pair of processes, every state a string. It shares no code with {@link LamportMutex} or
 * the engine, to count what they count.
 */
final class FifoMutex {
  private static final int ACKNOWLEDGE = 0;
  private static final int RELEASE = -1;

  private final int processes;
  private final Set<String> seen = new HashSet<>();
  private final Deque<State> open = new ArrayDeque<>();

  /** What there is. */
  record Counts(long states, long transitions, long terminalStates, boolean exclusive) {}

  private FifoMutex(int processes) {
    this.processes = processes;
  }

  static Counts count(int processes, int entries) {
    return new FifoMutex(processes).explore(entries);
  }

  private Counts explore(int entries) {
    State initial = new State(processes);
    Arrays.fill(initial.clock, 1);
    Arrays.fill(initial.left, entries);
    add(initial);
    long transitions = 0;
    long terminal = 0;
    boolean exclusive = true;
    while (!open.isEmpty()) {
      State state = open.poll();
      exclusive &= state.inside() <= 1;
      List<State> next = successors(state);
      transitions += next.size();
      terminal += next.isEmpty() ? 1 : 0;
      next.forEach(this::add);
    }
    return new Counts(seen.size(), transitions, terminal, exclusive);
  }

  private void add(State state) {
    if (seen.add(state.toString())) {
      open.add(state);
    }
  }

  private List<State> successors(State state) {
    List<State> next = new ArrayList<>();
    for (int me = 0; me < processes; me++) {
      if (state.left[me] > 0 && state.since[me] == 0) {
        next.add(asked(state.copy(), me));
      }
      if (state.since[me] > 0 && !state.inside[me] && state.mayEnter(me)) {
        State entered = state.copy();
        entered.inside[me] = true;
        next.add(entered);
      }
      if (state.inside[me]) {
        next.add(left(state.copy(), me));
      }
      for (int from = 0; from < processes; from++) {
        if (!state.queue[from][me].isEmpty()) {
          next.add(received(state.copy(), from, me));
        }
      }
    }
    return next;
  }

  private State asked(State state, int me) {
    state.left[me]--;
    state.since[me] = state.clock[me];
    state.sendToOthers(me, state.since[me]);
    return state;
  }

  private State left(State state, int me) {
    state.inside[me] = false;
    state.since[me] = 0;
    Arrays.fill(state.acknowledged[me], false);
    state.sendToOthers(me, RELEASE);
    return state;
  }

  private State received(State state, int from, int me) {
    int message = state.queue[from][me].remove(0);
    if (message == ACKNOWLEDGE) {
      state.acknowledged[me][from] = true;
    } else if (message == RELEASE) {
      state.asked[me][from] = 0;
    } else {
      state.clock[me] = Math.max(state.clock[me], message) + 1;
      state.asked[me][from] = message;
      state.queue[me][from].add(ACKNOWLEDGE);
    }
    return state;
  }

  /** Messages are numbers: the time of a request, or one of the constants. */
  private static final class State {
    private final int[] clock;
    private final int[] left;
    private final int[] since;
    private final boolean[] inside;
    private final int[][] asked;
    private final boolean[][] acknowledged;
    private final List<Integer>[][] queue;

    @SuppressWarnings({"unchecked", "rawtypes"})
    State(int processes) {
      clock = new int[processes];
      left = new int[processes];
      since = new int[processes];
      inside = new boolean[processes];
      asked = new int[processes][processes];
      acknowledged = new boolean[processes][processes];
      queue = new List[processes][processes];
      for (List<Integer>[] row : queue) {
        Arrays.setAll(row, i -> new ArrayList<>());
      }
    }

    State copy() {
      int processes = clock.length;
      State copy = new State(processes);
      for (int i = 0; i < processes; i++) {
        copy.clock[i] = clock[i];
        copy.left[i] = left[i];
        copy.since[i] = since[i];
        copy.inside[i] = inside[i];
        for (int j = 0; j < processes; j++) {
          copy.asked[i][j] = asked[i][j];
          copy.acknowledged[i][j] = acknowledged[i][j];
          copy.queue[i][j].addAll(queue[i][j]);
        }
      }
      return copy;
    }

    void sendToOthers(int me, int message) {
      for (int to = 0; to < clock.length; to++) {
        if (to != me) {
          queue[me][to].add(message);
        }
      }
    }

    boolean mayEnter(int me) {
      for (int other = 0; other < clock.length; other++) {
        if (other == me) {
          continue;
        }
        int time = asked[me][other];
        boolean older = time > 0 && (time < since[me] || time == since[me] && other < me);
        if (!acknowledged[me][other] || older) {
          return false;
        }
      }
      return true;
    }

    int inside() {
      int count = 0;
      for (boolean is : inside) {
        count += is ? 1 : 0;
      }
      return count;
    }

    @Override
    public String toString() {
      return Arrays.toString(clock)
          + Arrays.toString(left)
          + Arrays.toString(since)
          + Arrays.toString(inside)
          + Arrays.deepToString(asked)
          + Arrays.deepToString(acknowledged)
          + Arrays.deepToString(queue);
    }
  }
}
