package dev.parley.engine.internal.ltl;

import dev.parley.api.Formula;
import dev.parley.engine.internal.ltl.Automaton.Transition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Makes the automaton of the runs of which a formula is true: a tableau with goals on transitions
 * (Couvreur, "On-the-fly verification of linear temporal logic", FM 1999), after Gerth, Peled,
 * Vardi and Wolper (1995).
 *
 * <p>A state of the automaton is a set of formulas that must be true of the rest of the run. Each
 * can be made true in some ways, and each way asks something of the present state and something of
 * the rest after it: "a until b" by b now; or by a now and "a until b" after it. The latter puts b
 * off, and to put it off for ever would be wrong. So there is a goal for each "until", which a way
 * misses that puts it off.
 *
 * <p><b>Why it is right.</b> Take transitions that meet each goal again and again. By induction
 * over formulas, whatever is in a state of the automaton is true of the rest of the run: for "a
 * until b", each transition either has b, or has a and keeps the formula; it cannot keep it for
 * ever, since its goal is met at some time, and then b is true. The other way round, if all
 * formulas of a state are true, there is a way to make each true that asks only for what is true,
 * and which puts b off only where b is false; as b is true at some time, its goal is met again and
 * again.
 *
 * <p>Of two ways, one of which asks for less of everything and misses fewer goals, the other is
 * left out: the argument above needs a way that asks for nothing untrue, and that one does so, too.
 * States with the same transitions are one.
 *
 * <p><b>Why not a library.</b> Those that make automata of formulas are programs in C++, or Owl,
 * which is under the GPL and on no registry; AutomataLib (Apache 2.0) calls a C program for it. The
 * engine has no library but ASM, since it meets users' classes, and all of this takes three small
 * classes.
 */
public final class Translation {
  /** So many states, or ways out of one state, are enough for formulas that people can read. */
  static final int MOST_STATES = 1_000;

  static final int MOST_WAYS = 4_000;

  private final NormalForm formulas;
  private final int mostStates;

  /** The goal of each "until", by its number. */
  private final Map<Integer, Integer> goals = new LinkedHashMap<>();

  private final Map<Integer, List<Way>> waysOf = new HashMap<>();
  private final Map<BitSet, Integer> numbers = new LinkedHashMap<>();

  private Translation(NormalForm formulas, int mostStates) {
    this.formulas = formulas;
    this.mostStates = mostStates;
  }

  /** Thrown inside when it gets too large. */
  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLarge() {
      super(null, null, false, false);
    }
  }

  /** A way to make formulas true: what it asks of the present state, and what of the rest. */
  private record Way(BitSet is, BitSet isNot, BitSet next, BitSet misses) {
    static Way free() {
      return new Way(new BitSet(), new BitSet(), new BitSet(), new BitSet());
    }

    boolean asksForNoMoreThan(Way other) {
      return isWithin(is, other.is)
          && isWithin(isNot, other.isNot)
          && isWithin(next, other.next)
          && isWithin(misses, other.misses);
    }

    Optional<Way> and(Way other) {
      if (is.intersects(other.isNot) || isNot.intersects(other.is)) {
        return Optional.empty();
      }
      return Optional.of(
          new Way(
              both(is, other.is),
              both(isNot, other.isNot),
              both(next, other.next),
              both(misses, other.misses)));
    }

    private static boolean isWithin(BitSet some, BitSet others) {
      BitSet more = (BitSet) some.clone();
      more.andNot(others);
      return more.isEmpty();
    }

    private static BitSet both(BitSet some, BitSet others) {
      BitSet all = (BitSet) some.clone();
      all.or(others);
      return all;
    }
  }

  /**
   * The automaton of the runs of which a formula is not true.
   *
   * @param formula the formula
   * @param states gives each named state its place
   * @return nothing if it would be too large
   */
  public static Optional<Automaton> ofOpposite(Formula formula, ToIntFunction<String> states) {
    return of(formula, false, states, MOST_STATES);
  }

  /** The automaton of the runs of which a formula is true, or is not. */
  static Optional<Automaton> of(
      Formula formula, boolean positive, ToIntFunction<String> states, int mostStates) {
    NormalForm formulas = new NormalForm(states);
    try {
      return Optional.of(
          new Translation(formulas, mostStates).automaton(formulas.of(formula, positive)));
    } catch (TooLarge e) {
      return Optional.empty();
    }
  }

  private Automaton automaton(int formula) {
    BitSet first = new BitSet();
    for (int part : formulas.conjuncts(formula)) {
      first.set(part);
    }
    List<BitSet> states = new ArrayList<>(List.of(first));
    numbers.put(first, 0);
    List<List<Transition>> transitions = new ArrayList<>();
    for (int state = 0; state < states.size(); state++) {
      List<Transition> out = new ArrayList<>();
      for (Way way : ways(states.get(state))) {
        out.add(new Transition(way.is(), way.isNot(), number(way.next(), states), way.misses()));
      }
      transitions.add(out);
    }
    return merged(transitions);
  }

  private int number(BitSet state, List<BitSet> states) {
    Integer known = numbers.putIfAbsent(state, states.size());
    if (known != null) {
      return known;
    }
    states.add(state);
    if (states.size() > mostStates) {
      throw new TooLarge();
    }
    return states.size() - 1;
  }

  /** The ways to make all of some formulas true. */
  private List<Way> ways(BitSet all) {
    List<Way> ways = List.of(Way.free());
    for (int formula = all.nextSetBit(0); formula >= 0; formula = all.nextSetBit(formula + 1)) {
      ways = both(ways, ways(formula));
    }
    return ways;
  }

  private List<Way> ways(int formula) {
    List<Way> known = waysOf.get(formula);
    if (known == null) {
      known = newWays(formula);
      waysOf.put(formula, known);
    }
    return known;
  }

  private List<Way> newWays(int formula) {
    List<Integer> parts = formulas.parts(formula);
    return switch (formulas.op(formula)) {
      case TRUE -> List.of(Way.free());
      case FALSE -> List.of();
      case IS -> List.of(asking(formulas.state(formula), true));
      case IS_NOT -> List.of(asking(formulas.state(formula), false));
      case AND -> {
        List<Way> ways = List.of(Way.free());
        for (int part : parts) {
          ways = both(ways, ways(part));
        }
        yield ways;
      }
      case OR -> {
        List<Way> ways = List.of();
        for (int part : parts) {
          ways = either(ways, ways(part));
        }
        yield ways;
      }
      case UNTIL ->
          either(ways(parts.get(1)), both(ways(parts.get(0)), List.of(later(formula, true))));
      case RELEASE ->
          both(ways(parts.get(1)), either(ways(parts.get(0)), List.of(later(formula, false))));
    };
  }

  private static Way asking(int state, boolean positive) {
    Way way = Way.free();
    (positive ? way.is() : way.isNot()).set(state);
    return way;
  }

  private Way later(int formula, boolean misses) {
    Way way = Way.free();
    way.next().set(formula);
    if (misses) {
      way.misses().set(goals.computeIfAbsent(formula, f -> goals.size()));
    }
    return way;
  }

  private static List<Way> both(List<Way> some, List<Way> others) {
    List<Way> all = new ArrayList<>();
    for (Way one : some) {
      for (Way other : others) {
        one.and(other).ifPresent(way -> add(way, all));
      }
    }
    return all;
  }

  private static List<Way> either(List<Way> some, List<Way> others) {
    List<Way> all = new ArrayList<>(some);
    others.forEach(way -> add(way, all));
    return all;
  }

  private static void add(Way way, List<Way> to) {
    if (to.stream().noneMatch(other -> other.asksForNoMoreThan(way))) {
      to.removeIf(way::asksForNoMoreThan);
      to.add(way);
      if (to.size() > MOST_WAYS) {
        throw new TooLarge();
      }
    }
  }

  /** Makes one of all states with the same transitions, until there are no two. */
  private Automaton merged(List<List<Transition>> transitions) {
    List<List<Transition>> left = transitions;
    while (true) {
      Map<List<Transition>, Integer> places = new LinkedHashMap<>();
      List<List<Transition>> distinct = new ArrayList<>();
      int[] place = new int[left.size()];
      for (int state = 0; state < place.length; state++) {
        List<Transition> out = left.get(state);
        Integer known = places.putIfAbsent(out, distinct.size());
        place[state] = known == null ? distinct.size() : known;
        if (known == null) {
          distinct.add(out);
        }
      }
      left = distinct.stream().map(out -> moved(out, place)).toList();
      if (distinct.size() == place.length) {
        return new Automaton(left, goals.size());
      }
    }
  }

  private static List<Transition> moved(List<Transition> out, int[] place) {
    return out.stream()
        .map(t -> new Transition(t.is(), t.isNot(), place[t.next()], t.misses()))
        .distinct()
        .toList();
  }
}
