package dev.parley.engine.internal.ltl;

import dev.parley.api.Formula;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.ToIntFunction;

/**
 * Formulas in positive normal form, each once, by numbers: "not" stands before named states only,
 * and all that is said about time is "until" or "release" (b is true up to and including the moment
 * in which a is; for ever if a never is). Some simplifications are made on the way; each replaces a
 * formula by one that is true of the same runs.
 */
final class NormalForm {
  /** What a formula in normal form says. */
  enum Op {
    TRUE,
    FALSE,
    IS,
    IS_NOT,
    AND,
    OR,
    UNTIL,
    RELEASE
  }

  /** A formula: a named state, by its place, or parts, by their numbers. */
  private record Term(Op op, int state, List<Integer> parts) {}

  private final List<Term> terms = new ArrayList<>();
  private final Map<Term, Integer> numbers = new HashMap<>();
  private final ToIntFunction<String> states;
  private final int yes = number(new Term(Op.TRUE, 0, List.of()));
  private final int no = number(new Term(Op.FALSE, 0, List.of()));

  /**
   * No formulas yet.
   *
   * @param states gives each named state its place
   */
  NormalForm(ToIntFunction<String> states) {
    this.states = states;
  }

  private int number(Term term) {
    Integer known = numbers.putIfAbsent(term, terms.size());
    if (known == null) {
      terms.add(term);
      return terms.size() - 1;
    }
    return known;
  }

  Op op(int formula) {
    return terms.get(formula).op();
  }

  /** Which named state a formula asks for. */
  int state(int formula) {
    return terms.get(formula).state();
  }

  List<Integer> parts(int formula) {
    return terms.get(formula).parts();
  }

  /** The normal form of a formula, or of its opposite. */
  int of(Formula formula, boolean positive) {
    List<Formula> parts = formula.parts();
    return switch (formula.operator()) {
      case STATE ->
          number(
              new Term(positive ? Op.IS : Op.IS_NOT, states.applyAsInt(formula.name()), List.of()));
      case NOT -> of(parts.get(0), !positive);
      case ALL -> positive ? and(all(parts, true)) : or(all(parts, false));
      case ANY -> positive ? or(all(parts, true)) : and(all(parts, false));
      case IMPLIES ->
          positive
              ? or(List.of(of(parts.get(0), false), of(parts.get(1), true)))
              : and(List.of(of(parts.get(0), true), of(parts.get(1), false)));
      case ALWAYS -> always(of(parts.get(0), positive), positive);
      case EVENTUALLY -> always(of(parts.get(0), positive), !positive);
      case UNTIL -> until(of(parts.get(0), positive), of(parts.get(1), positive), positive);
      case UNLESS -> unless(of(parts.get(0), positive), of(parts.get(1), positive), positive);
    };
  }

  private List<Integer> all(List<Formula> formulas, boolean positive) {
    return formulas.stream().map(formula -> of(formula, positive)).toList();
  }

  private int always(int formula, boolean always) {
    return always ? release(no, formula) : until(yes, formula);
  }

  /** What is opposed to "until" of two formulas is "release" of their opposites. */
  private int until(int hold, int goal, boolean positive) {
    return positive ? until(hold, goal) : release(hold, goal);
  }

  private int unless(int hold, int end, boolean positive) {
    return positive ? release(end, or(List.of(hold, end))) : until(end, and(List.of(hold, end)));
  }

  private int until(int hold, int goal) {
    if (goal == yes || goal == no || hold == no || hold == goal) {
      return goal;
    }
    if (hold == yes && op(goal) == Op.UNTIL) {
      return until(yes, parts(goal).get(1));
    }
    // Eventually again and again is again and again.
    boolean recurring = hold == yes && isAlways(goal) && isEventually(parts(goal).get(1));
    return recurring ? goal : number(new Term(Op.UNTIL, 0, List.of(hold, goal)));
  }

  private int release(int end, int hold) {
    if (hold == yes || hold == no || end == yes || end == hold) {
      return hold;
    }
    if (end == no && op(hold) == Op.RELEASE) {
      return release(no, parts(hold).get(1));
    }
    boolean lasting = end == no && isEventually(hold) && isAlways(parts(hold).get(1));
    return lasting ? hold : number(new Term(Op.RELEASE, 0, List.of(end, hold)));
  }

  private boolean isEventually(int formula) {
    return op(formula) == Op.UNTIL && parts(formula).get(0) == yes;
  }

  private boolean isAlways(int formula) {
    return op(formula) == Op.RELEASE && parts(formula).get(0) == no;
  }

  private int and(List<Integer> parts) {
    List<Integer> forEver = parts.stream().filter(this::isAlways).toList();
    // What is always true and what is always true, are always true together.
    List<Integer> merged =
        merged(parts, forEver, (some, others) -> release(no, and(List.of(some, others))));
    return joined(Op.AND, merged, yes, no);
  }

  private int or(List<Integer> parts) {
    List<Integer> sometimes = parts.stream().filter(this::isEventually).toList();
    List<Integer> merged =
        merged(parts, sometimes, (some, others) -> until(yes, or(List.of(some, others))));
    return joined(Op.OR, merged, no, yes);
  }

  private List<Integer> merged(
      List<Integer> parts, List<Integer> alike, BinaryOperator<Integer> together) {
    if (alike.size() < 2) {
      return parts;
    }
    List<Integer> rest = new ArrayList<>(parts);
    rest.removeAll(alike);
    int all = alike.get(0);
    for (int other : alike.subList(1, alike.size())) {
      all = all == other ? all : together.apply(parts(all).get(1), parts(other).get(1));
    }
    rest.add(all);
    return rest;
  }

  private int joined(Op op, List<Integer> parts, int neutral, int decisive) {
    TreeSet<Integer> flat = new TreeSet<>();
    for (int part : parts) {
      flat.addAll(op(part) == op ? parts(part) : List.of(part));
    }
    flat.remove(neutral);
    boolean contradicts = flat.stream().anyMatch(part -> flat.contains(opposite(part)));
    if (flat.contains(decisive) || contradicts) {
      return decisive;
    }
    return switch (flat.size()) {
      case 0 -> neutral;
      case 1 -> flat.first();
      default -> number(new Term(op, 0, List.copyOf(flat)));
    };
  }

  /** The opposite of what is asked of a state; for others, a number that no formula has. */
  private int opposite(int formula) {
    Term term = terms.get(formula);
    return switch (term.op()) {
      case IS -> numbers.getOrDefault(new Term(Op.IS_NOT, term.state(), List.of()), -1);
      case IS_NOT -> numbers.getOrDefault(new Term(Op.IS, term.state(), List.of()), -1);
      default -> -1;
    };
  }

  /** The conjuncts of a formula. */
  int[] conjuncts(int formula) {
    return switch (op(formula)) {
      case TRUE -> new int[0];
      case AND -> parts(formula).stream().mapToInt(Integer::intValue).toArray();
      default -> new int[] {formula};
    };
  }

  @Override
  public String toString() {
    return Arrays.toString(terms.toArray());
  }
}
