package dev.parley.engine.internal.live;

import dev.parley.engine.internal.ltl.Automaton;
import dev.parley.engine.internal.ltl.Automaton.Transition;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.EventFilter;
import dev.parley.engine.internal.store.IntSequence;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The states of an instance together with those of an automaton that reads its runs. A place is a
 * state, and what the automaton still has to see from there on.
 *
 * <p><b>Why it is right.</b> Each run of the graph, read by the automaton, is a run of the product,
 * and the other way round. What is owed depends on the state alone, and what is discharged on the
 * transition of the instance, so the run of the product is fair if and only if that of the graph
 * is. So the formula behind the automaton is true of some fair run if and only if the product has a
 * fair run that meets all goals. A run that rests stays in its state for ever, and the automaton
 * goes on reading that. It may also rest for a while: a formula without "next" does not notice.
 *
 * <p><b>Memory.</b> Nothing is kept here; the places are worked out, as transitions are. Their
 * number is that of the states times that of the automaton's states.
 */
final class Product implements Graph {
  private final StateGraph graph;
  private final Automaton automaton;

  /** For each named state, where the graph is in it. */
  private final List<BitSet> truths;

  private final int states;
  private final int[] next;
  private final IntSequence targets = new IntSequence();

  Product(StateGraph graph, Automaton automaton, List<BitSet> truths) {
    this.graph = graph;
    this.automaton = automaton;
    this.truths = truths;
    this.states = graph.size();
    this.next = new int[automaton.states()];
  }

  /** Whether the places of a product could not be numbered. */
  static boolean isTooLarge(StateGraph graph, Automaton automaton) {
    return (long) graph.size() * automaton.states() > Integer.MAX_VALUE - 64;
  }

  /** How many places there could be. */
  @Override
  public int size() {
    return states * automaton.states();
  }

  @Override
  public int initials() {
    return graph.initials();
  }

  private boolean isOpen(Transition transition, int state) {
    return fits(transition.is(), state, true) && fits(transition.isNot(), state, false);
  }

  private boolean fits(BitSet named, int state, boolean wanted) {
    for (int name = named.nextSetBit(0); name >= 0; name = named.nextSetBit(name + 1)) {
      if (truths.get(name).get(state) != wanted) {
        return false;
      }
    }
    return true;
  }

  /** Finds the states that the automaton can go to, each once; answers how many there are. */
  private int readNext(int place) {
    int state = place % states;
    int count = 0;
    for (Transition transition : automaton.transitions().get(place / states)) {
      if (isOpen(transition, state) && isFirst(transition.next(), count)) {
        next[count++] = transition.next();
      }
    }
    return count;
  }

  private boolean isFirst(int target, int count) {
    for (int i = 0; i < count; i++) {
      if (next[i] == target) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void successors(int place, IntSequence into) {
    int count = readNext(place);
    if (count == 0) {
      return;
    }
    targets.cut(0);
    graph.successors(place % states, targets);
    for (int i = 0; i < targets.size(); i++) {
      for (int j = 0; j < count; j++) {
        into.add(next[j] * states + targets.get(i));
      }
    }
  }

  @Override
  public boolean mayRest(int place) {
    return graph.mayRest(place % states);
  }

  /** What the automaton does while nothing happens. */
  @Override
  public List<Move> rests(int place) {
    int state = place % states;
    if (!graph.mayRest(state)) {
      return List.of();
    }
    return IntStream.range(0, readNext(place))
        .mapToObj(i -> Move.rest(place, next[i] * states + state))
        .toList();
  }

  @Override
  public int[] open(int place) {
    return graph.open(place % states);
  }

  @Override
  public boolean isUp(int[] state, int node) {
    return graph.isUp(state, node);
  }

  @Override
  public void eachMove(int place, EventFilter wanted, MoveTaker taker) {
    int count = readNext(place);
    int[] readers = Arrays.copyOf(next, count);
    graph.eachMove(
        place % states,
        wanted,
        (node, event, outcome, to) -> {
          for (int reader : readers) {
            taker.take(node, event, outcome, reader * states + to);
          }
        });
  }

  @Override
  public Action action(Move move) {
    return graph.action(
        new Move(
            move.from() % states, move.node(), move.event(), move.outcome(), move.to() % states));
  }

  @Override
  public int goals() {
    return automaton.goals();
  }

  @Override
  public boolean meets(int from, int to, int goal) {
    int state = from % states;
    for (Transition transition : automaton.transitions().get(from / states)) {
      if (transition.next() == to / states
          && !transition.misses().get(goal)
          && isOpen(transition, state)) {
        return true;
      }
    }
    return false;
  }

  /** A layer for each state of the automaton. */
  @Override
  public int layer(int place) {
    return place / states;
  }

  @Override
  public boolean mayMeetGoals(BitSet layers) {
    BitSet missed = new BitSet();
    missed.set(0, automaton.goals());
    layers.stream()
        .mapToObj(automaton.transitions()::get)
        .flatMap(List::stream)
        .filter(transition -> layers.get(transition.next()))
        .forEach(transition -> missed.and(transition.misses()));
    return missed.isEmpty();
  }

  @Override
  public void uses(long bytes) {
    graph.uses(bytes);
  }

  @Override
  public boolean lacks(long bytes) {
    return graph.lacks(bytes);
  }
}
