package dev.parley.engine.internal.live;

import dev.parley.engine.internal.space.Obligations;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
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
 *
 * <p>A loop is closed before each extension, since it may be fair by then. In a large component
 * that may take a search through all of it, so the way back is given up if it is not near. Then the
 * walk goes on until it owes nothing, and is closed once; what is owed on the way back only is done
 * in a further round.
 */
final class Lassos {
  /** How many states are tried, and how much further away than the first they may be. */
  private static final int TRIED = 24;

  private static final int FURTHER = 6;

  /** In larger components only one state is tried, and not every way back is looked for. */
  private static final int LARGE = 2_000;

  /** Among how many states the way back is looked for before the walk is extended. */
  private static final int NEAR = 10_000;

  private static final int NOT_MET = -1;
  private static final int NOWHERE = -2;

  private final Graph graph;
  private final Obligations obligations;
  private final int nodes;
  private final IntSequence successors = new IntSequence();
  private final Ways ways = new Ways();

  Lassos(Graph graph, Obligations obligations, int nodes) {
    this.graph = graph;
    this.obligations = obligations;
    this.nodes = nodes;
  }

  /**
   * A short run that answers a question.
   *
   * @param fair the states in which a fair run can stay; all of them can be reached as the question
   *     asks
   * @param wanted those that the run is to stay in, not empty; with a state all of its component
   */
  Lasso shortest(Question question, FairPlaces fair, BitSet wanted) {
    Way way = new Way(question.inside(), question.anywhere(), question::mayBegin);
    List<Integer> candidates = way.nearest(wanted);
    Optional<Lasso> best = Optional.empty();
    for (int candidate : candidates) {
      if (best.isEmpty() || fair.size(candidate) <= LARGE) {
        Lasso lasso =
            new Lasso(
                way.start(candidate),
                way.to(candidate),
                loop(candidate, fair.componentOf(candidate)),
                way.stays(candidate));
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
      IntSequence level = new IntSequence();
      for (int initial = 0; initial < graph.initials(); initial++) {
        meet(initial, NOWHERE, level);
      }
      int left = Integer.MAX_VALUE;
      while (level.size() > 0 && left >= 0 && found.size() < TRIED) {
        IntSequence next = new IntSequence();
        for (int i = 0; i < level.size(); i++) {
          int at = level.get(i);
          if (at >= staying && wanted.get(at - staying)) {
            found.add(at - staying);
          }
        }
        left = found.isEmpty() ? left : Math.min(left, FURTHER) - 1;
        for (int i = 0; i < level.size() && left >= 0 && found.size() < TRIED; i++) {
          expand(level.get(i), next);
        }
        level = next;
      }
      return found;
    }

    private void expand(int at, IntSequence next) {
      boolean stays = at >= staying;
      successors(stays ? at - staying : at);
      for (int i = 0; i < successors.size(); i++) {
        int to = successors.get(i);
        if (!stays) {
          meet(to, at, next);
        } else if (inside.test(to)) {
          stay(to, at, next);
        }
      }
    }

    private void meet(int number, int from, IntSequence level) {
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

    private void stay(int number, int from, IntSequence level) {
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

  private List<Move> loop(int anchor, IntPredicate component) {
    return whole(anchor, component).stream().filter(move -> !move.isRest()).toList();
  }

  /**
   * A loop with the moves by which nothing happens; a formula without "next" needs none of them.
   */
  private List<Move> whole(int anchor, IntPredicate component) {
    List<Move> walk = new ArrayList<>();
    while (true) {
      int end = walk.isEmpty() ? anchor : walk.get(walk.size() - 1).to();
      boolean closed = !walk.isEmpty() && end == anchor;
      Optional<List<Move>> back =
          closed ? Optional.of(List.of()) : ways.to(end, anchor, component, NEAR);
      List<Move> known = new ArrayList<>(walk);
      back.ifPresent(known::addAll);
      Debts unmet = unmet(anchor, known);
      if (!unmet.isEmpty()) {
        walk.addAll(ways.toMeet(unmet, end, component));
      } else if (back.isPresent()) {
        return known;
      } else {
        walk.addAll(ways.to(end, anchor, component, graph.size()).orElseThrow());
      }
    }
  }

  /** Shortest ways within components. */
  private final class Ways {
    /** For each place, from where it was reached; made for the first way. */
    private int[] parents = {};

    private final IntSequence reached = new IntSequence();

    /** To a place, with at least one move; nothing if it is not among the nearest ones. */
    Optional<List<Move>> to(int from, int target, IntPredicate component, int most) {
      begin(from);
      for (int i = 0; i < reached.size() && i < most; i++) {
        int at = reached.get(i);
        if (leads(at, target)) {
          return Optional.of(way(from, at, first(at, move -> move.to() == target)));
        }
        goOn(at, component);
      }
      if (reached.size() <= most) {
        throw new IllegalStateException("a component is not what it should be");
      }
      return Optional.empty();
    }

    /** To where some debts are met by the last move. */
    List<Move> toMeet(Debts debts, int from, IntPredicate component) {
      begin(from);
      for (int i = 0; i < reached.size(); i++) {
        int at = reached.get(i);
        if (debts.mayBeMetFrom(at, successors(at))) {
          Optional<Move> last =
              graph.moves(at).stream()
                  .filter(move -> component.test(move.to()) && debts.isMetBy(move))
                  .findFirst();
          if (last.isPresent()) {
            return way(from, at, last.get());
          }
        }
        goOn(at, component);
      }
      throw new IllegalStateException("a component is not what it should be");
    }

    private void begin(int from) {
      if (parents.length == 0) {
        parents = new int[graph.size()];
        Arrays.fill(parents, NOT_MET);
      }
      for (int i = 0; i < reached.size(); i++) {
        parents[reached.get(i)] = NOT_MET;
      }
      reached.cut(0);
      reach(from, NOWHERE);
    }

    private void reach(int place, int from) {
      if (parents[place] == NOT_MET) {
        parents[place] = from;
        reached.add(place);
      }
    }

    private boolean leads(int at, int target) {
      IntSequence all = successors(at);
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i) == target) {
          return true;
        }
      }
      return false;
    }

    /** After {@link #successors} of the same place. */
    private void goOn(int at, IntPredicate component) {
      for (int i = 0; i < successors.size(); i++) {
        if (component.test(successors.get(i))) {
          reach(successors.get(i), at);
        }
      }
    }

    private List<Move> way(int from, int at, Move last) {
      List<Move> moves = new ArrayList<>(List.of(last));
      for (int to = at; to != from; to = parents[to]) {
        int next = to;
        moves.add(first(parents[to], move -> move.to() == next));
      }
      Collections.reverse(moves);
      return moves;
    }

    private Move first(int place, Predicate<Move> wanted) {
      return graph.moves(place).stream().filter(wanted).findFirst().orElseThrow();
    }
  }

  private IntSequence successors(int place) {
    successors.cut(0);
    graph.successors(place, successors);
    return successors;
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

    /** Whether a move from a place may do something of it; quick, for most places are looked at. */
    boolean mayBeMetFrom(int place, IntSequence successors) {
      for (int i = 0; i < successors.size(); i++) {
        int to = successors.get(i);
        if (meetsGoal(place, to) || leadsOut(to)) {
          return true;
        }
      }
      boolean[] some = {false};
      graph.eachMove(
          place,
          (node, event) -> node >= 0 && does(node, event),
          (node, event, outcome, to) -> some[0] = true);
      return some[0];
    }

    /** Whether a move does something of it, or leads to where it is not owed. */
    boolean isMetBy(Move move) {
      return meetsGoal(move.from(), move.to())
          || leadsOut(move.to())
          || (move.node() >= 0 && does(move.node(), move.event()));
    }

    private boolean meetsGoal(int from, int to) {
      for (int goal = goals.nextSetBit(0); goal >= 0; goal = goals.nextSetBit(goal + 1)) {
        if (graph.meets(from, to, goal)) {
          return true;
        }
      }
      return false;
    }

    /** Whether something is not owed in a state that was owed everywhere so far. */
    private boolean leadsOut(int place) {
      if (weak.stream().allMatch(TreeSet::isEmpty)) {
        return false;
      }
      int[] state = graph.open(place);
      for (int node = 0; node < nodes; node++) {
        if (!weak.get(node).isEmpty()) {
          int[] owed = owed(state, node);
          if (weak.get(node).stream().anyMatch(debt -> Arrays.binarySearch(owed, debt) < 0)) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean does(int node, int event) {
      for (int done : obligations.discharged(node, event)) {
        if (weak.get(node).contains(done) || strong.get(node).contains(done)) {
          return true;
        }
      }
      return false;
    }
  }

  private int[] owed(int[] state, int node) {
    return graph.isUp(state, node) ? obligations.owed(node, state[node]) : new int[0];
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
