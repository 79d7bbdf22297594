package dev.parley.engine.reference;

import dev.parley.api.Fairness;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;

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

  /** What each state owes, and the part of it that must not be put off. */
  private final List<Set<String>> owed = new ArrayList<>();

  private final List<Set<String>> strong = new ArrayList<>();
  private final Map<List<String>, Integer> numbers = new HashMap<>();
  private final Function<NaiveHandler, Fairness> fairness;
  private final NaiveSteps steps;
  private final int initials;
  private final List<String> features = new ArrayList<>();

  /**
   * The graph of an instance.
   *
   * @param fairness what is taken for granted of a handler
   */
  NaiveLiveness(Model model, Function<NaiveHandler, Fairness> fairness) {
    this.steps = new NaiveSteps(model);
    this.fairness = fairness;
    steps.initials().forEach(this::number);
    initials = states.size();
    for (int i = 0; i < states.size(); i++) {
      expand(i);
    }
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
    if (NaiveChecker.isTerminal(enabled)) {
      out.add(new Edge(number, Set.of()));
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
    boolean changed = true;
    while (changed) {
      BitSet now = reaching;
      BitSet more = new BitSet();
      set.stream()
          .filter(s -> !now.get(s) && edges.get(s).stream().anyMatch(e -> now.get(e.to())))
          .forEach(more::set);
      changed = !more.isEmpty();
      reaching.or(more);
    }
    return reaching;
  }
}
