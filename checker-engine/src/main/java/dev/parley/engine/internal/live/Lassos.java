package dev.parley.engine.internal.live;

import dev.parley.engine.internal.space.Obligations;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Finds short runs to show. The prefix is a shortest one to a state in which a fair run can stay.
 * The loop is a shortest cycle through that state, if that is fair; if not, it is extended, again
 * and again, by the shortest way to something it still owes, and closed. Where nothing is owed the
 * run may stay, and there is no loop. A shortest fair loop is hard to find in general (it contains
 * the travelling salesman's problem), so several states at about the same distance are tried, and
 * the shortest run is taken.
 */
final class Lassos {
  /** How many states are tried, and how much further away than the first they may be. */
  private static final int TRIED = 24;

  private static final int FURTHER = 6;

  /** In larger components only one state is tried. */
  private static final int LARGE = 2_000;

  private static final int NOT_MET = -1;
  private static final int NOWHERE = -2;

  private final Graph graph;
  private final Obligations obligations;
  private final int nodes;

  Lassos(Graph graph, Obligations obligations, int nodes) {
    this.graph = graph;
    this.obligations = obligations;
    this.nodes = nodes;
  }

  /**
   * A short run that answers a question.
   *
   * @param fair the states in which a fair run can stay, not empty; all of them can be reached as
   *     the question asks
   */
  Lasso shortest(Question question, BitSet fair) {
    Way way = new Way(question.inside(), question.anywhere(), question::mayBegin);
    List<Integer> candidates = way.nearest(fair);
    Optional<Lasso> best = Optional.empty();
    for (int candidate : candidates) {
      List<Move> prefix = way.to(candidate);
      BitSet component = component(candidate, fair);
      if (best.isEmpty() || component.cardinality() <= LARGE) {
        Lasso lasso =
            new Lasso(
                way.start(candidate), prefix, loop(candidate, component), way.stays(candidate));
        if (best.isEmpty() || lasso.length() < best.get().length()) {
          best = Optional.of(lasso);
        }
      }
    }
    return best.orElseThrow();
  }

  /** A shortest way to a state that fulfils a condition, as a run that ends there. */
  Lasso to(int target) {
    BitSet only = new BitSet();
    only.set(target);
    Way way = new Way(number -> true, false, number -> number < graph.initials());
    way.nearest(only);
    return new Lasso(way.start(target), way.to(target), List.of(), way.to(target).size());
  }

  private BitSet component(int state, BitSet fair) {
    BitSet members = new BitSet();
    new Components(graph, fair::get, new int[graph.size()])
        .from(
            state,
            component -> {
              if (component.contains(state)) {
                for (int i = 0; i < component.size(); i++) {
                  members.set(component.state(i));
                }
              }
              return true;
            });
    return members;
  }

  /** Shortest ways from the initial states, first through all states, then through those inside. */
  private final class Way {
    private final IntPredicate inside;
    private final boolean anywhere;
    private final IntPredicate begins;
    private final int size = graph.size();

    /** Where the numbers of the states begin in which the run has begun to stay. */
    private final int staying;

    /** Predecessors of states, and behind them of states in which the run has begun to stay. */
    private final int[] parents;

    Way(IntPredicate inside, boolean anywhere, IntPredicate begins) {
      this.inside = inside;
      this.anywhere = anywhere;
      this.begins = begins;
      staying = anywhere ? size : 0;
      parents = new int[staying + size];
      Arrays.fill(parents, NOT_MET);
    }

    /** The nearest states of a set in which a run can stay. */
    List<Integer> nearest(BitSet wanted) {
      List<Integer> found = new ArrayList<>();
      List<Integer> level = new ArrayList<>();
      for (int initial = 0; initial < graph.initials(); initial++) {
        meet(initial, NOWHERE, level);
      }
      int left = Integer.MAX_VALUE;
      while (!level.isEmpty() && left >= 0 && found.size() < TRIED) {
        List<Integer> next = new ArrayList<>();
        for (int at : level) {
          if (at >= staying && wanted.get(at - staying)) {
            found.add(at - staying);
          }
          expand(at, next);
        }
        left = found.isEmpty() ? left : Math.min(left, FURTHER) - 1;
        level = next;
      }
      return found;
    }

    private void expand(int at, List<Integer> next) {
      boolean stays = at >= staying;
      IntSequence successors = new IntSequence();
      graph.successors(stays ? at - staying : at, successors);
      for (int i = 0; i < successors.size(); i++) {
        int to = successors.get(i);
        if (!stays) {
          meet(to, at, next);
        } else if (inside.test(to)) {
          stay(to, at, next);
        }
      }
    }

    private void meet(int number, int from, List<Integer> level) {
      if (anywhere && parents[number] == NOT_MET) {
        parents[number] = from;
        level.add(number);
        if (begins.test(number)) {
          stay(number, from, level);
        }
      } else if (!anywhere && begins.test(number)) {
        stay(number, from, level);
      }
    }

    private void stay(int number, int from, List<Integer> level) {
      if (parents[staying + number] == NOT_MET) {
        parents[staying + number] = from;
        level.add(staying + number);
      }
    }

    /** The way to a state in which the run stays. */
    List<Move> to(int number) {
      List<Move> moves = new ArrayList<>();
      for (int at = staying + number; parents[at] != NOWHERE; at = parents[at]) {
        move(number(parents[at]), number(at)).ifPresent(moves::add);
      }
      Collections.reverse(moves);
      return moves;
    }

    private int number(int at) {
      return at >= staying ? at - staying : at;
    }

    /** After how many moves the run begins to stay. */
    int stays(int number) {
      int moves = to(number).size();
      int at = staying + number;
      while (at >= staying && parents[at] != NOWHERE) {
        at = parents[at];
        moves--;
      }
      return at >= staying ? 0 : moves + 1;
    }

    int start(int number) {
      int at = staying + number;
      while (parents[at] != NOWHERE) {
        at = parents[at];
      }
      return number(at);
    }
  }

  /** A move between two states; none if nothing happens. */
  private Optional<Move> move(int from, int to) {
    List<Move> moves = graph.moves(from).stream().filter(move -> move.to() == to).toList();
    if (moves.isEmpty()) {
      throw new IllegalStateException("a run takes a transition that there is not");
    }
    return moves.stream().filter(move -> !move.isRest()).findFirst();
  }

  // Loops --------------------------------------------------------------------------------------

  private List<Move> loop(int anchor, BitSet component) {
    return whole(anchor, component).stream().filter(move -> !move.isRest()).toList();
  }

  /**
   * A loop with the moves by which nothing happens; a formula without "next" needs none of them.
   */
  private List<Move> whole(int anchor, BitSet component) {
    List<Move> walk = new ArrayList<>();
    while (true) {
      int end = walk.isEmpty() ? anchor : walk.get(walk.size() - 1).to();
      List<Move> whole = new ArrayList<>(walk);
      if (walk.isEmpty() || end != anchor) {
        whole.addAll(shortest(end, component, move -> move.to() == anchor));
      }
      Debts unmet = unmet(anchor, whole);
      if (unmet.isEmpty()) {
        return whole;
      }
      walk.addAll(shortest(end, component, unmet::isMetBy));
    }
  }

  /** The shortest way within a component that ends with a wanted move; has at least one move. */
  private List<Move> shortest(int from, BitSet component, Predicate<Move> wanted) {
    Map<Integer, Move> reachedBy = new HashMap<>();
    List<Integer> level = List.of(from);
    while (!level.isEmpty()) {
      List<Integer> next = new ArrayList<>();
      for (int at : level) {
        List<Move> moves = graph.moves(at).stream().filter(m -> component.get(m.to())).toList();
        Optional<Move> last = moves.stream().filter(wanted).findFirst();
        if (last.isPresent()) {
          return wayTo(last.get(), from, reachedBy);
        }
        for (Move move : moves) {
          if (move.to() != from && reachedBy.putIfAbsent(move.to(), move) == null) {
            next.add(move.to());
          }
        }
      }
      level = next;
    }
    throw new IllegalStateException("a component is not what it should be");
  }

  private static List<Move> wayTo(Move last, int from, Map<Integer, Move> reachedBy) {
    List<Move> moves = new ArrayList<>(List.of(last));
    for (int at = last.from(); at != from; at = reachedBy.get(at).from()) {
      moves.add(reachedBy.get(at));
    }
    Collections.reverse(moves);
    return moves;
  }

  /** What a loop leaves undone that a fair run must do. */
  private final class Debts {
    /** For each node, what is owed in all states of the loop. */
    private final List<TreeSet<Integer>> weak = new ArrayList<>();

    /** For each node, what is owed in some state and must not be put off. */
    private final List<TreeSet<Integer>> strong = new ArrayList<>();

    /** What must be met again and again besides. */
    private final BitSet goals = new BitSet();

    boolean isEmpty() {
      return goals.isEmpty()
          && weak.stream().allMatch(TreeSet::isEmpty)
          && strong.stream().allMatch(TreeSet::isEmpty);
    }

    /** Whether a move does something of it, or leads to where it is not owed. */
    boolean isMetBy(Move move) {
      if (goals.stream().anyMatch(goal -> graph.meets(move.from(), move.to(), goal))) {
        return true;
      }
      int[] state = graph.parts(move.to());
      for (int node = 0; node < nodes; node++) {
        int current = node;
        int[] owed = owed(state, node);
        boolean met =
            weak.get(node).stream()
                .anyMatch(debt -> Arrays.binarySearch(owed, debt) < 0 || does(move, current, debt));
        if (met || strong.get(node).stream().anyMatch(debt -> does(move, current, debt))) {
          return true;
        }
      }
      return false;
    }
  }

  private int[] owed(int[] state, int node) {
    return graph.isUp(state, node) ? obligations.owed(node, state[node]) : new int[0];
  }

  private boolean does(Move move, int node, int debt) {
    return move.node() == node
        && Arrays.binarySearch(obligations.discharged(node, move.event()), debt) >= 0;
  }

  private Debts unmet(int anchor, List<Move> loop) {
    Debts debts = new Debts();
    int[] first = graph.parts(anchor);
    for (int node = 0; node < nodes; node++) {
      TreeSet<Integer> weak = new TreeSet<>();
      Arrays.stream(owed(first, node)).forEach(weak::add);
      debts.weak.add(weak);
      debts.strong.add(new TreeSet<>());
    }
    for (Move move : loop) {
      int[] state = graph.parts(move.to());
      for (int node = 0; node < nodes; node++) {
        int[] owed = owed(state, node);
        debts.weak.get(node).removeIf(debt -> Arrays.binarySearch(owed, debt) < 0);
        if (graph.isUp(state, node)) {
          Arrays.stream(obligations.strong(node, state[node])).forEach(debts.strong.get(node)::add);
        }
      }
    }
    debts.goals.set(0, graph.goals());
    for (Move move : loop) {
      for (int goal = 0; goal < graph.goals(); goal++) {
        if (graph.meets(move.from(), move.to(), goal)) {
          debts.goals.clear(goal);
        }
      }
      if (move.node() >= 0) {
        for (int done : obligations.discharged(move.node(), move.event())) {
          debts.weak.get(move.node()).remove(done);
          debts.strong.get(move.node()).remove(done);
        }
      }
    }
    return debts;
  }
}
