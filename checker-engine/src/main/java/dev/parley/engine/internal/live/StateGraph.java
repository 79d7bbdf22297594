package dev.parley.engine.internal.live;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.space.EventFilter;
import dev.parley.engine.internal.space.Obligations;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.TransitionTaker;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.NumberedStates;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All reachable states by numbers, in the order of their distance from the initial states, with a
 * bit for each property that is judged. Transitions are not kept: they are worked out again
 * whenever they are asked for, which takes little, because the space remembers what its cells do.
 */
final class StateGraph implements Allowance.Meter, Graph {
  private static final int BATCH_STATES = 256;

  private final StateSpace space;
  private final Environment environment;
  private final Allowance.Share share;
  private final NumberedStates states;
  private final StateView view;
  private final Edges edges = new Edges();
  private final int[] parts;
  private final Map<Property, BitSet> truths = new HashMap<>();
  private final Map<Property, Predicate<int[]>> judges = new HashMap<>();
  private final Obligations obligations;

  /** Where nothing is owed. */
  private final BitSet resting = new BitSet();

  private int initials;
  private long transitions;
  private long extraBytes;

  /**
   * A graph without states.
   *
   * @param lab the space, in which nothing is reduced
   * @param judged what is judged in every state
   * @param share what it may spend
   */
  StateGraph(Lab lab, List<Property> judged, Allowance.Share share) {
    space = lab.space();
    obligations = space.newObligations();
    environment = space.environment();
    this.share = share;
    states = space.newNumberedStates();
    view = states.view();
    parts = new int[space.partCount()];
    for (Property property : judged) {
      truths.put(property, new BitSet());
      judges.put(property, lab.judges().judge(property));
    }
  }

  /** Explores all states; answers which budget ended that, if one did. */
  Optional<Budget.Kind> explore() {
    return explore(space.initials());
  }

  /** Explores all states that can be reached from some. */
  Optional<Budget.Kind> explore(List<int[]> starts) {
    for (int[] start : starts) {
      states.add(view.refer(start));
    }
    initials = states.size();
    int next = 0;
    while (next < states.size()) {
      int end = Math.min(states.size(), next + BATCH_STATES);
      edges.clear();
      for (int number = next; number < end; number++) {
        judge(number);
        space.expand(view, states.state(number), edges);
      }
      for (int i = 0; i < edges.terminalCount(); i++) {
        resting.set(states.number(edges.terminal(i)));
      }
      transitions += edges.size();
      states.addAll(edges);
      next = end;
      Optional<Budget.Kind> exceeded = exceeded();
      if (exceeded.isPresent()) {
        return exceeded;
      }
    }
    return Optional.empty();
  }

  private void judge(int number) {
    view.open(states.state(number), parts);
    if (obligations.mayRestBeforeTheEnd() && obligations.areNone(parts, environment)) {
      resting.set(number);
    }
    judges.forEach(
        (property, judge) -> {
          if (judge.test(parts)) {
            truths.get(property).set(number);
          }
        });
  }

  /** Which budget is exceeded by now; to be asked now and then. */
  Optional<Budget.Kind> exceeded() {
    space.trim();
    return states.size() > NumberedStates.MOST
        ? Optional.of(Budget.Kind.MEMORY)
        : share.exceeded(this);
  }

  /** Counts further tables as memory, from now on. */
  @Override
  public void uses(long bytes) {
    extraBytes = bytes;
  }

  @Override
  public int size() {
    return states.size();
  }

  /** How many initial states there are; they have the first numbers. */
  @Override
  public int initials() {
    return initials;
  }

  /** The states in which a property is true. */
  BitSet truth(Property property) {
    return truths.get(property);
  }

  @Override
  public boolean mayRest(int number) {
    return resting.get(number);
  }

  @Override
  public List<Move> rests(int number) {
    return mayRest(number) ? List.of(Move.rest(number, number)) : List.of();
  }

  Obligations obligations() {
    return obligations;
  }

  /** Adds the successors of a state; a state in which nothing is owed succeeds itself. */
  @Override
  public void successors(int number, IntSequence into) {
    edges.clear();
    space.expand(view, states.state(number), edges);
    states.fetch(edges);
    for (int edge = 0; edge < edges.size(); edge++) {
      into.add(states.number(edges.state(edge)));
    }
    if (mayRest(number)) {
      into.add(number);
    }
  }

  /** The parts of a state, for the moment. */
  @Override
  public int[] open(int number) {
    view.open(states.state(number), parts);
    return parts;
  }

  /** Whether a node can step in a state, given by its parts. */
  @Override
  public boolean isUp(int[] state, int node) {
    return environment.enables(state, node);
  }

  /** Hands out transitions of a state. No other state may be opened meanwhile. */
  @Override
  public void eachMove(int number, EventFilter wanted, MoveTaker taker) {
    int[] state = open(number);
    TransitionTaker numbered =
        (node, event, outcome, successor) ->
            taker.take(node, event, outcome, states.number(successor));
    space.eachTransition(view, state, wanted, numbered);
  }

  /** What happens in a move, spelled out. */
  @Override
  public Action action(Move move) {
    return space.action(parts(move.from()), move.node(), move.event(), move.outcome());
  }

  @Override
  public int goals() {
    return 0;
  }

  @Override
  public boolean meets(int from, int to, int goal) {
    throw new IllegalArgumentException("there are no goals");
  }

  @Override
  public int layer(int number) {
    return 0;
  }

  @Override
  public boolean mayMeetGoals(BitSet layers) {
    return true;
  }

  @Override
  public boolean lacks(long bytes) {
    return share.lacks(bytes() + bytes);
  }

  @Override
  public long states() {
    return states.size();
  }

  @Override
  public long transitions() {
    return transitions;
  }

  @Override
  public long frontier() {
    return 0;
  }

  @Override
  public long depth() {
    return 0;
  }

  @Override
  public long bytes() {
    return states.bytes() + space.bytes() + extraBytes + (long) size() * (truths.size() + 1) / 8;
  }
}
