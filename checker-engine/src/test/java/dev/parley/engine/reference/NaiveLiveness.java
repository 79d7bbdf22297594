package dev.parley.engine.reference;

import dev.parley.api.Fairness;
import dev.parley.api.Formula;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Judges what must happen in the end on an explicit graph, by fixpoints of sets of states (Emerson
 * and Lei, 1986) instead of components: the states that have a fair run within a set are those from
 * which, within these states, one can go on and come to a state or a transition that meets each
 * obligation. Obligations that must not be put off, although they cannot always be done, are dealt
 * with by trying every set of them that a run may come to meet no more.
 */
final class NaiveLiveness {
  /** A transition: where it leads, and what it does of what is owed. */
  private record Edge(int to, Set<String> does) {}

  private final List<NaiveState> states = new ArrayList<>();
  private final List<List<Edge>> edges = new ArrayList<>();

  /** Made when all transitions are known. */
  private final List<Set<Integer>> predecessors = new ArrayList<>();

  /** What each state owes, and the part of it that must not be put off. */
  private final List<Set<String>> owed = new ArrayList<>();

  private final List<Set<String>> strong = new ArrayList<>();
  private final Map<List<String>, Integer> numbers = new HashMap<>();
  private final Function<NaiveHandler, Fairness> fairness;
  private final NaiveSteps steps;
  private final int initials;
  private final List<String> features;

  /** What else must be met again and again: by name, the states that do. */
  private final Map<String, IntPredicate> goals = new LinkedHashMap<>();

  /**
   * The graph of an instance.
   *
   * @param fairness what is taken for granted of a handler
   */
  NaiveLiveness(Model model, Function<NaiveHandler, Fairness> fairness) {
    this(new NaiveSteps(model), fairness);
  }

  /** The same with other budgets of faults. */
  NaiveLiveness(Model model, Function<NaiveHandler, Fairness> fairness, List<Integer> budgets) {
    this(new NaiveSteps(model, Set.of(), budgets), fairness);
  }

  private NaiveLiveness(NaiveSteps steps, Function<NaiveHandler, Fairness> fairness) {
    this.steps = steps;
    this.fairness = fairness;
    this.features = new ArrayList<>();
    steps.initials().forEach(this::number);
    initials = states.size();
    for (int i = 0; i < states.size(); i++) {
      expand(i);
    }
  }

  /** A graph made of another, still without its states. */
  private NaiveLiveness(NaiveLiveness other) {
    this.steps = other.steps;
    this.fairness = other.fairness;
    this.features = other.features;
    this.initials = 0;
  }

  private int number(NaiveState state) {
    Integer known = numbers.putIfAbsent(state.full(), states.size());
    if (known == null) {
      states.add(state);
      return states.size() - 1;
    }
    return known;
  }

  private void expand(int number) {
    List<NaiveStep> enabled = steps.from(states.get(number));
    List<Edge> out = new ArrayList<>();
    for (NaiveStep step : enabled) {
      out.add(new Edge(number(step.next().orElseThrow()), does(step)));
    }
    if (owed(enabled, fairness).isEmpty()) {
      out.add(new Edge(number, Set.of()));
      if (!NaiveChecker.isTerminal(enabled)) {
        features.add("a run may rest before it ends");
      }
    }
    edges.add(out);
    owed.add(owed(enabled, fairness));
    strong.add(strong(enabled, fairness));
  }

  /** What must not be put off for ever while it can be done: what some steps do. */
  static Set<String> owed(List<NaiveStep> enabled, Function<NaiveHandler, Fairness> fairness) {
    Set<String> owed = new TreeSet<>();
    enabled.stream()
        .filter(step -> step.code().map(fairness).orElse(Fairness.WEAK) != Fairness.NONE)
        .forEach(step -> owed.addAll(does(step)));
    return owed;
  }

  /** What must not be put off for ever even if it cannot be done in between. */
  static Set<String> strong(List<NaiveStep> enabled, Function<NaiveHandler, Fairness> fairness) {
    Set<String> strong = new TreeSet<>();
    enabled.stream()
        .filter(step -> !step.isFault() && step.code().isPresent())
        .filter(step -> fairness.apply(step.handler()) == Fairness.STRONG)
        .forEach(step -> strong.add(runs(step)));
    return strong;
  }

  private static String runs(NaiveStep step) {
    return step.node() + " runs " + step.handler().method();
  }

  /** What a step does of what is owed. */
  static Set<String> does(NaiveStep step) {
    Set<String> does = new TreeSet<>();
    if (step.isFault()) {
      return does;
    }
    String verb = step.code().isPresent() ? " consumes " : " is delivered ";
    if (step.code().isPresent()) {
      does.add(runs(step));
    }
    step.consumed().forEach(m -> does.add(step.node() + verb + m.from() + ": " + m.relevantText()));
    return does;
  }

  int size() {
    return states.size();
  }

  /** What happened that a comparison would show nothing without. */
  List<String> features() {
    return features;
  }

  /** Whether a property holds. */
  boolean holds(Property property) {
    if (property.formula().isPresent()) {
      return holds(property, property.formula().get());
    }
    BitSet truth = truth(property);
    if (property.kind() == Property.Kind.POSSIBLE) {
      BitSet possible = reaching(all(), truth);
      return possible.cardinality() == states.size();
    }
    BitSet inside = all();
    inside.andNot(truth);
    BitSet staying = staying(inside);
    return switch (property.kind()) {
      case EVENTUALLY -> staying.get(0, initials).isEmpty();
      case RECURRING -> staying.isEmpty();
      case LEADS_TO -> !staying.intersects(truth(property.trigger().orElseThrow()));
      default -> throw new IllegalArgumentException(property.kind().toString());
    };
  }

  /** Whether a property is about what follows something that is true in no state. */
  boolean isIdle(Property property) {
    return property.trigger().isPresent() && truth(property.trigger().get()).isEmpty();
  }

  // Formulas ------------------------------------------------------------------------------------

  /**
   * Whether a formula is true of every fair run, by the tableau of Clarke, Grumberg and Hamaguchi
   * (1994): a place is a state with a guess, for each "until" in the formula, whether it is true
   * there. A step must bear the guesses out, and a guess that it is true must come true again and
   * again, or be given up. The guess before a step follows from that after it.
   */
  private boolean holds(Property property, Formula formula) {
    Map<String, BitSet> named = new HashMap<>();
    property.states().forEach(state -> named.put(state.name(), truth(state.property())));
    List<Formula> guessed = new ArrayList<>();
    guessed(formula, guessed);
    int guesses = 1 << guessed.size();
    NaiveLiveness product = new NaiveLiveness(this);
    for (int place = 0; place < states.size() * guesses; place++) {
      product.edges.add(new ArrayList<>());
      product.states.add(states.get(place / guesses));
      product.owed.add(owed.get(place / guesses));
      product.strong.add(strong.get(place / guesses));
    }
    for (int state = 0; state < states.size(); state++) {
      for (Edge edge : edges.get(state)) {
        for (int after = 0; after < guesses; after++) {
          int before = before(state, after, guessed, named);
          product
              .edges
              .get(state * guesses + before)
              .add(new Edge(edge.to() * guesses + after, edge.does()));
        }
      }
    }
    for (int i = 0; i < guessed.size(); i++) {
      int bit = i;
      product.goals.put(
          "until " + i,
          place ->
              (place % guesses >> bit & 1) == 0
                  || isBorneOut(
                      guessed.get(bit),
                      part -> isTrue(part, place / guesses, place % guesses, guessed, named)));
    }
    BitSet staying = product.staying(product.all());
    Map<String, IntPredicate> goals = new LinkedHashMap<>(product.goals);
    product.goals.clear();
    if (product.staying(product.all()).cardinality() > staying.cardinality()) {
      features.add("a fair run that puts off for ever what a formula asks for");
    }
    product.goals.putAll(goals);
    for (int initial = 0; initial < initials; initial++) {
      for (int guess = 0; guess < guesses; guess++) {
        if (staying.get(initial * guesses + guess)
            && !isTrue(formula, initial, guess, guessed, named)) {
          return false;
        }
      }
    }
    return true;
  }

  /** All parts that speak of later, inner ones first. "Always" is guessed as "at some time not". */
  private static void guessed(Formula formula, List<Formula> into) {
    formula.parts().forEach(part -> guessed(part, into));
    boolean later =
        switch (formula.operator()) {
          case ALWAYS, EVENTUALLY, UNTIL, UNLESS -> true;
          default -> false;
        };
    if (later && into.stream().noneMatch(known -> known == formula)) {
      into.add(formula);
    }
  }

  /** Whether what was guessed comes true now. */
  private static boolean isBorneOut(Formula guessed, Predicate<Formula> now) {
    List<Formula> parts = guessed.parts();
    return switch (guessed.operator()) {
      case EVENTUALLY -> now.test(parts.get(0));
      case ALWAYS -> !now.test(parts.get(0));
      case UNTIL -> now.test(parts.get(1));
      default -> !now.test(parts.get(0)) && !now.test(parts.get(1));
    };
  }

  private static boolean isTrue(
      Formula formula, int state, int guess, List<Formula> guessed, Map<String, BitSet> named) {
    List<Formula> parts = formula.parts();
    Predicate<Formula> now = part -> isTrue(part, state, guess, guessed, named);
    return switch (formula.operator()) {
      case STATE -> named.get(formula.name()).get(state);
      case NOT -> !now.test(parts.get(0));
      case ALL -> parts.stream().allMatch(now);
      case ANY -> parts.stream().anyMatch(now);
      case IMPLIES -> !now.test(parts.get(0)) || now.test(parts.get(1));
      case EVENTUALLY, UNTIL -> isGuessed(formula, guess, guessed);
      // What is guessed of "always" and "unless" is that they fail.
      case ALWAYS, UNLESS -> !isGuessed(formula, guess, guessed);
    };
  }

  private static boolean isGuessed(Formula formula, int guess, List<Formula> guessed) {
    for (int i = 0; i < guessed.size(); i++) {
      if (guessed.get(i) == formula) {
        return (guess >> i & 1) == 1;
      }
    }
    throw new IllegalArgumentException("nothing is guessed of " + formula);
  }

  /** The guess of a state whose successor has a guess. */
  private static int before(
      int state, int after, List<Formula> guessed, Map<String, BitSet> named) {
    int guess = 0;
    for (int i = 0; i < guessed.size(); i++) {
      Formula formula = guessed.get(i);
      int known = guess;
      Predicate<Formula> now = part -> isTrue(part, state, known, guessed, named);
      boolean later = (after >> i & 1) == 1;
      List<Formula> parts = formula.parts();
      boolean guessedNow =
          switch (formula.operator()) {
            case EVENTUALLY -> now.test(parts.get(0)) || later;
            case ALWAYS -> !now.test(parts.get(0)) || later;
            case UNTIL -> now.test(parts.get(1)) || now.test(parts.get(0)) && later;
            // It fails if neither is true, or now and later the end is not there and it fails.
            default -> !now.test(parts.get(1)) && (!now.test(parts.get(0)) || later);
          };
      guess |= guessedNow ? 1 << i : 0;
    }
    return guess;
  }

  // States --------------------------------------------------------------------------------------

  private BitSet truth(Property property) {
    BitSet truth = new BitSet();
    for (int i = 0; i < states.size(); i++) {
      truth.set(i, property.predicate().test(new NaiveWorld(steps.ids(), states.get(i))));
    }
    return truth;
  }

  private BitSet all() {
    BitSet all = new BitSet();
    all.set(0, states.size());
    return all;
  }

  /** The states of a set from which a fair run never leaves the set. */
  private BitSet staying(BitSet inside) {
    Set<String> musts = new TreeSet<>();
    inside.stream().forEach(state -> musts.addAll(strong.get(state)));
    BitSet staying = new BitSet();
    for (Set<String> given : subsets(List.copyOf(musts))) {
      BitSet tail = (BitSet) inside.clone();
      inside.stream()
          .filter(state -> strong.get(state).stream().anyMatch(given::contains))
          .forEach(tail::clear);
      Set<String> taken = new TreeSet<>(musts);
      taken.removeAll(given);
      BitSet fair = fair(tail, taken);
      if (!fair.isEmpty() && !given.isEmpty() && fair(inside, musts).isEmpty()) {
        features.add("a run that comes to meet an obligation no more");
      }
      staying.or(reaching(inside, fair));
    }
    BitSet unfair = fixpoint(inside, Map.of());
    if (unfair.cardinality() > staying.cardinality()) {
      features.add("a run that is not fair");
    }
    return staying;
  }

  private static List<Set<String>> subsets(List<String> of) {
    List<Set<String>> all = new ArrayList<>(List.of(Set.of()));
    for (String one : of) {
      for (Set<String> some : List.copyOf(all)) {
        Set<String> more = new HashSet<>(some);
        more.add(one);
        all.add(more);
      }
    }
    return all;
  }

  /** The states of a set with a run within it that meets everything and does all that is given. */
  private BitSet fair(BitSet set, Set<String> taken) {
    Map<String, IntPredicate> met = new LinkedHashMap<>();
    set.stream()
        .forEach(
            state ->
                owed.get(state)
                    .forEach(debt -> met.putIfAbsent(debt, s -> !owed.get(s).contains(debt))));
    taken.forEach(debt -> met.put(debt, s -> false));
    met.putAll(goals);
    return fixpoint(set, met);
  }

  private BitSet fixpoint(BitSet set, Map<String, IntPredicate> met) {
    BitSet fair = (BitSet) set.clone();
    boolean changed = true;
    while (changed) {
      int before = fair.cardinality();
      BitSet now = fair;
      BitSet goingOn = new BitSet();
      fair.stream()
          .filter(state -> edges.get(state).stream().anyMatch(edge -> now.get(edge.to())))
          .forEach(goingOn::set);
      fair = goingOn;
      for (Map.Entry<String, IntPredicate> debt : met.entrySet()) {
        BitSet within = fair;
        BitSet witnesses = new BitSet();
        within.stream()
            .filter(
                state ->
                    debt.getValue().test(state)
                        || edges.get(state).stream()
                            .anyMatch(e -> within.get(e.to()) && e.does().contains(debt.getKey())))
            .forEach(witnesses::set);
        fair = reaching(within, witnesses);
      }
      changed = fair.cardinality() < before;
    }
    return fair;
  }

  /** The states of a set from which some of its states can be reached within it. */
  private BitSet reaching(BitSet set, BitSet wanted) {
    BitSet reaching = (BitSet) wanted.clone();
    reaching.and(set);
    Deque<Integer> open = new ArrayDeque<>(reaching.stream().boxed().toList());
    while (!open.isEmpty()) {
      for (int before : predecessors().get(open.pop())) {
        if (set.get(before) && !reaching.get(before)) {
          reaching.set(before);
          open.push(before);
        }
      }
    }
    return reaching;
  }

  private List<Set<Integer>> predecessors() {
    if (predecessors.isEmpty()) {
      states.forEach(state -> predecessors.add(new TreeSet<>()));
      for (int from = 0; from < states.size(); from++) {
        for (Edge edge : edges.get(from)) {
          predecessors.get(edge.to()).add(from);
        }
      }
    }
    return predecessors;
  }
}
