package dev.parley.engine.reference;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The reference: plain breadth-first search over deep copies, every state kept as its full text.
 * There is no interning, no memo and no reduction, so there is little to get wrong. States are
 * judged and expanded level by level; that is what makes the depths it reports minimal.
 */
final class NaiveChecker {
  /** When to stop. */
  enum Mode {
    /** When all states are explored, violations or not. */
    EXHAUSTIVE,
    /** After the level of the first violation. */
    FIRST_VIOLATION
  }

  /**
   * How far to go. States at the greatest depth are judged, and no step is taken from them: if one
   * of them has a step, whatever the step would do, the search is cut and proves nothing.
   *
   * @param states the most states; one more is BUDGET_EXHAUSTED
   * @param depth the greatest number of steps from an initial state, if there is a bound
   */
  record Limits(int states, OptionalInt depth) {
    static final Limits NONE = new Limits(Integer.MAX_VALUE, OptionalInt.empty());

    static Limits ofStates(int states) {
      return new Limits(states, OptionalInt.empty());
    }

    Limits withDepth(int greatest) {
      return new Limits(states, OptionalInt.of(greatest));
    }

    private boolean ends(int at) {
      return depth.isPresent() && depth.getAsInt() == at;
    }
  }

  /** Sees every state that is expanded. */
  @FunctionalInterface
  interface Observer {
    /** A state with all its transitions, which are not taken if the search is cut there. */
    void expanded(NaiveState state, List<NaiveStep> enabled, boolean cut);
  }

  private final NaiveSteps steps;
  private final List<Property> properties;
  private final Mode mode;
  private final Limits limits;
  private final Observer observer;

  private final Set<List<String>> visited = new HashSet<>();
  private final Set<List<String>> relevant = new HashSet<>();
  private final Map<String, OptionalInt> violations = new TreeMap<>();
  private final Set<String> unreached = new LinkedHashSet<>();
  private final Map<Handler.Kind, Long> byKind = new EnumMap<>(Handler.Kind.class);
  private final Map<ActionKind, Long> byAction = new EnumMap<>(ActionKind.class);
  private long transitions;
  private long terminalStates;
  private long singleStates;
  private final Set<List<String>> relevantExpanded = new HashSet<>();
  private long relevantTransitions;
  private long relevantTerminals;
  private long relevantSingles;
  private long choosing;
  private long throwing;
  private int maxDepth;
  private boolean cut;

  private NaiveChecker(
      Model model, Mode mode, Limits limits, Set<String> unmarked, Observer observer) {
    this(model, mode, limits, new NaiveSteps(model, unmarked), observer);
  }

  private NaiveChecker(Model model, Mode mode, Limits limits, NaiveSteps steps, Observer observer) {
    this.steps = steps;
    this.properties = model.properties();
    this.mode = mode;
    this.limits = limits;
    this.observer = observer;
  }

  /** Explores everything. */
  static NaiveResult check(Model model) {
    return check(model, Mode.EXHAUSTIVE, Integer.MAX_VALUE);
  }

  /** Explores everything, on a network with a queue for each sender and receiver. */
  static NaiveResult checkOrdered(Model model) {
    return check(model.with(model.setting().with(Network.ORDERED)));
  }

  /** Explores everything, with these budgets instead of those of the model's limits of faults. */
  static NaiveResult check(Model model, List<Integer> budgets) {
    NaiveSteps steps = new NaiveSteps(model, Set.of(), budgets);
    return new NaiveChecker(model, Mode.EXHAUSTIVE, Limits.NONE, steps, (s, e, c) -> {}).search();
  }

  /**
   * Explores until the mode says stop or more than the given number of states are known; the latter
   * is BUDGET_EXHAUSTED.
   */
  static NaiveResult check(Model model, Mode mode, int stateLimit) {
    return new NaiveChecker(model, mode, Limits.ofStates(stateLimit), Set.of(), (s, e, c) -> {})
        .search();
  }

  /** Explores everything within the limits, under the eyes of an observer. */
  static NaiveResult check(Model model, Limits limits, Observer observer) {
    return new NaiveChecker(model, Mode.EXHAUSTIVE, limits, Set.of(), observer).search();
  }

  /** Explores everything; the given fields, as {@code Acceptor.log}, are auxiliary unmarked. */
  static NaiveResult check(Model model, Set<String> unmarked) {
    return new NaiveChecker(model, Mode.EXHAUSTIVE, Limits.NONE, unmarked, (s, e, c) -> {})
        .search();
  }

  private NaiveResult search() {
    properties.stream()
        .filter(p -> p.kind() == Property.Kind.REACHABLE)
        .forEach(p -> unreached.add(p.name()));
    try {
      return result(exploreLevels(), Optional.empty());
    } catch (NaiveMistake mistake) {
      return result(Verdict.ERROR, Optional.of(mistake.getMessage()));
    }
  }

  private Verdict exploreLevels() {
    List<NaiveState> level = new ArrayList<>();
    for (NaiveState initial : steps.initials()) {
      keepIfNew(initial, level);
    }
    for (int depth = 0; !level.isEmpty(); depth++) {
      maxDepth = depth;
      List<NaiveState> next = new ArrayList<>();
      for (NaiveState state : level) {
        expand(state, depth, next);
        if (visited.size() > limits.states()) {
          return Verdict.BUDGET_EXHAUSTED;
        }
      }
      if (mode == Mode.FIRST_VIOLATION && violatedWithin(depth)) {
        return Verdict.VIOLATED;
      }
      level = next;
    }
    if (cut && violations.isEmpty()) {
      return Verdict.BUDGET_EXHAUSTED;
    }
    if (!cut) {
      unreached.forEach(goal -> violations.put(goal, OptionalInt.empty()));
    }
    return violations.isEmpty() ? Verdict.VERIFIED : Verdict.VIOLATED;
  }

  private void expand(NaiveState state, int depth, List<NaiveState> next) {
    List<NaiveStep> enabled = steps.from(state);
    boolean terminal = isTerminal(enabled);
    judge(state, terminal).forEach(property -> violated(property, depth));
    boolean ends = limits.ends(depth) && !enabled.isEmpty();
    observer.expanded(state, enabled, ends);
    if (ends) {
      cut = true;
      relevantExpanded.add(state.relevant());
      return;
    }
    transitions += enabled.size();
    terminalStates += terminal ? 1 : 0;
    boolean single = enabled.size() == 1 && enabled.get(0).next().isPresent();
    singleStates += single ? 1 : 0;
    if (relevantExpanded.add(state.relevant())) {
      long distinct = enabled.stream().map(NaiveStep::relevant).distinct().count();
      relevantTransitions += distinct;
      relevantTerminals += terminal ? 1 : 0;
      relevantSingles += distinct == 1 && enabled.get(0).next().isPresent() ? 1 : 0;
    }
    for (NaiveStep step : enabled) {
      count(step);
      step.next().ifPresentOrElse(s -> keepIfNew(s, next), () -> threw(depth + 1));
    }
  }

  /** Whether no node can take a step and the network can deliver nothing. */
  static boolean isTerminal(List<NaiveStep> enabled) {
    return enabled.stream().allMatch(NaiveStep::isFault);
  }

  private void keepIfNew(NaiveState state, List<NaiveState> level) {
    if (visited.add(state.full())) {
      relevant.add(state.relevant());
      level.add(state);
    }
  }

  /** The invariants and terminal properties a state breaks; takes note of goals it reaches. */
  private List<String> judge(NaiveState state, boolean terminal) {
    NaiveWorld world = new NaiveWorld(steps.ids(), state);
    unreached.removeIf(goal -> property(goal).predicate().test(world));
    return broken(properties, world, terminal);
  }

  /** The invariants and terminal properties a state breaks. */
  static List<String> broken(List<Property> properties, NaiveWorld world, boolean terminal) {
    return properties.stream()
        .filter(
            p ->
                p.kind() == Property.Kind.INVARIANT
                    || (terminal && p.kind() == Property.Kind.TERMINAL))
        .filter(p -> !p.predicate().test(world))
        .map(Property::name)
        .toList();
  }

  private Property property(String name) {
    return properties.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  private void threw(int depth) {
    throwing++;
    violated(Violation.EXCEPTION, depth);
  }

  private void violated(String property, int depth) {
    violations.merge(
        property,
        OptionalInt.of(depth),
        (known, now) -> known.getAsInt() <= now.getAsInt() ? known : now);
  }

  private boolean violatedWithin(int depth) {
    return violations.values().stream().anyMatch(at -> at.getAsInt() <= depth);
  }

  private void count(NaiveStep step) {
    byAction.merge(step.kind(), 1L, Long::sum);
    if (step.kind() == ActionKind.STEP || step.kind() == ActionKind.TIMER) {
      byKind.merge(step.handler().kind(), 1L, Long::sum);
    }
    choosing += step.choices().isEmpty() ? 0 : 1;
  }

  private NaiveResult result(Verdict verdict, Optional<String> error) {
    return new NaiveResult(
        verdict,
        violations,
        visited.size(),
        transitions,
        terminalStates,
        singleStates,
        new NaiveResult.RelevantCounts(relevantTransitions, relevantTerminals, relevantSingles),
        maxDepth,
        visited,
        relevant,
        new NaiveResult.Usage(byKind, byAction, choosing, throwing),
        error);
  }
}
