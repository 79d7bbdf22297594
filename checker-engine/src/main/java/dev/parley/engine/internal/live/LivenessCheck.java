package dev.parley.engine.internal.live;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.SmallestFaults;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Obligations;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges what must happen in the end. To be called for an instance all of whose states were found
 * to be sound: steps that throw lead nowhere here.
 *
 * <p><b>Why it is right.</b> A property is broken by a fair run that comes to stay in some states
 * ({@link Question}). The run may end where nothing needs to happen, or go on for ever; states are
 * finite in number, so then it stays in a strongly connected component of these states ({@link
 * FairComponents}). Every fair component that can be reached as the question asks is one that such
 * a run stays in. So the property holds if and only if there is none. A formula is broken by a fair
 * run that an automaton accepts; the same is done with the {@link Product} of both.
 *
 * <p><b>Relevant states.</b> The states may be relevant states: what can happen in a state, and
 * what it leads to, is the same whatever the auxiliary content is, so each run of relevant states
 * is one of full states, and the other way round. Properties must not depend on auxiliary content,
 * which is audited.
 *
 * <p><b>Reductions.</b> None is used. Stubborn sets and dead messages keep what can be reached, not
 * the order in which it happens, and not what is put off for ever.
 */
public final class LivenessCheck {
  private final Lab lab;
  private final StateGraph graph;
  private final Obligations obligations;
  private final List<Property> properties;
  private final Set<String> holding = new HashSet<>();
  private final Set<String> violated = new HashSet<>();
  private final Set<String> idle = new HashSet<>();
  private Optional<Budget.Kind> exhausted = Optional.empty();
  private Optional<Run> nearest = Optional.empty();
  private final List<Breaking> smallest = new ArrayList<>();
  private long looked;

  /**
   * A check that has not begun.
   *
   * @param lab the instance's; nothing is reduced in its space
   * @param share what the check may spend
   */
  public LivenessCheck(Lab lab, Allowance.Share share) {
    this.lab = lab;
    this.properties = lab.model().liveness();
    graph = new StateGraph(lab, properties.stream().flatMap(Property::judged).toList(), share);
    obligations = graph.obligations();
  }

  /**
   * A run that breaks a property.
   *
   * @param property the property
   * @param start the initial state, by its parts
   * @param prefix what happens first
   * @param loop what is repeated for ever then; empty if nothing more needs to happen
   * @param stays after how many actions the run is where it must not stay
   */
  public record Run(
      Property property, int[] start, List<Action> prefix, List<Action> loop, int stays) {
    /** Keeps its own copies. */
    public Run {
      prefix = List.copyOf(prefix);
      loop = List.copyOf(loop);
    }

    private int length() {
      return prefix.size() + loop.size();
    }
  }

  /**
   * What was found out.
   *
   * @param holding the names of the properties that hold
   * @param violated the names of those that do not
   * @param idle the names of those that are about what never happens
   * @param nearest the shortest of the runs that break them
   * @param exhausted which budget ended the check, if one did
   * @param states how many states were looked at
   * @param transitions how many transitions they have
   * @param components how many strongly connected components were looked at
   * @param evaluations how often each property's code ran, by the property's name
   * @param smallest the smallest sets of faults with which a fair run breaks a property
   * @param complete whether all runs are known, and not only some of them
   */
  public record Outcome(
      Set<String> holding,
      Set<String> violated,
      Set<String> idle,
      Optional<Run> nearest,
      Optional<Budget.Kind> exhausted,
      long states,
      long transitions,
      long components,
      Map<String, Long> evaluations,
      List<Breaking> smallest,
      boolean complete) {}

  /**
   * A set of faults that suffices to break a property.
   *
   * @param spent how much of each budget it takes
   * @param run a short run with these faults
   */
  public record Breaking(int[] spent, Run run) {}

  /** Checks. */
  public Outcome outcome() {
    exhausted = graph.explore();
    boolean complete = lab.model().setting().peers().incomplete(lab.participants().ids()).isEmpty();
    for (Property property : properties) {
      // What is out of reach of all runs that are known may be in reach of another.
      if (exhausted.isEmpty() && (complete || property.kind() != Property.Kind.POSSIBLE)) {
        judge(property, complete);
      }
    }
    return new Outcome(
        Set.copyOf(holding),
        Set.copyOf(violated),
        Set.copyOf(idle),
        nearest,
        exhausted,
        graph.size(),
        graph.transitions(),
        looked,
        properties.stream().collect(Collectors.toMap(Property::name, this::evaluations)),
        smallest.stream()
            .sorted((one, other) -> SmallestFaults.compare(one.spent(), other.spent()))
            .toList(),
        complete);
  }

  private void judge(Property property, boolean complete) {
    Optional<Run> run = run(property);
    if (exhausted.isPresent() || !isAbout(property)) {
      return;
    }
    if (run.isPresent()) {
      violated.add(property.name());
    } else if (complete) {
      holding.add(property.name());
    }
    nearest =
        run.filter(found -> nearest.isEmpty() || found.length() < nearest.get().length())
            .or(() -> nearest);
  }

  /** Whether the property says anything: a trigger may be true in no state. */
  private boolean isAbout(Property property) {
    boolean untouched =
        property.trigger().filter(trigger -> graph.truth(trigger).isEmpty()).isPresent();
    if (untouched) {
      idle.add(property.name());
    }
    return !untouched;
  }

  private long evaluations(Property property) {
    return property.formula().isPresent()
        ? property.judged().mapToLong(lab.judges()::runs).sum()
        : lab.judges().runs(property);
  }

  private Optional<Run> run(Property property) {
    return switch (property.kind()) {
      case POSSIBLE -> stuck(property);
      case FORMULA -> failing(property);
      default -> run(graph, Question.of(property, graph));
    };
  }

  /** A run of which a formula is not true. */
  private Optional<Run> failing(Property property) {
    FormulaQuestion question = FormulaQuestion.of(property, graph);
    if (question.isTooLarge() || graph.lacks(question.bytes())) {
      exhausted = Optional.of(Budget.Kind.MEMORY);
      return Optional.empty();
    }
    Product product = question.product();
    return run(product, Question.of(property, product));
  }

  /**
   * Whether a property is true in no state that can be reached from one; no if there are too many
   * states to tell.
   */
  public static boolean isOutOfReach(Lab lab, int[] state, Property property, long mostStates) {
    Allowance.Share share =
        Allowance.unlimited()
            .share(Progress.Phase.TELLING, Budget.UNBOUNDED.withStates(mostStates));
    StateGraph graph = new StateGraph(lab, List.of(property), share);
    return graph.explore(List.of(state)).isEmpty() && graph.truth(property).isEmpty();
  }

  private boolean goesOn() {
    exhausted = graph.exceeded();
    return exhausted.isEmpty();
  }

  /** A fair run that answers a question. */
  private Optional<Run> run(Graph where, Question question) {
    FairComponents components = new FairComponents(where, obligations, lab.participants().count());
    FairPlaces fair = components.within(question.beginnings(where), question.inside(), this::goesOn);
    looked += components.components();
    if (exhausted.isPresent() || fair.isEmpty()) {
      return Optional.empty();
    }
    if (!lab.model().setting().faults().isNone()) {
      collect(where, question, fair);
    }
    return Optional.of(
        run(question.property(), where, lassos(where).shortest(question, fair, fair.all())));
  }

  /**
   * Collects the smallest sets of faults with which a question has an answer. What is spent never
   * becomes less, so in a component it is the same everywhere, and a run that stays there takes
   * just that on its way. It is also a run of the instance that allows no more, and fair there: a
   * fault asks only that its budget is not used up, and what is owed does not depend on budgets.
   */
  private void collect(Graph where, Question question, FairPlaces fair) {
    Map<List<Integer>, BitSet> bySpent = new LinkedHashMap<>();
    fair.all().stream()
        .forEach(
            place ->
                bySpent
                    .computeIfAbsent(
                        Arrays.stream(lab.space().spent(where.open(place))).boxed().toList(),
                        spent -> new BitSet())
                    .set(place));
    bySpent.keySet().stream()
        .map(spent -> spent.stream().mapToInt(Integer::intValue).toArray())
        .filter(spent -> isSmallest(spent, bySpent.keySet()))
        .forEach(
            spent ->
                take(
                    spent,
                    run(
                        question.property(),
                        where,
                        lassos(where)
                            .shortest(
                                question,
                                fair,
                                bySpent.get(Arrays.stream(spent).boxed().toList())))));
  }

  private static boolean isSmallest(int[] spent, Set<List<Integer>> all) {
    return all.stream()
        .map(other -> other.stream().mapToInt(Integer::intValue).toArray())
        .noneMatch(other -> !Arrays.equals(other, spent) && SmallestFaults.contains(spent, other));
  }

  private void take(int[] spent, Run run) {
    boolean known =
        smallest.stream()
            .anyMatch(
                other ->
                    SmallestFaults.contains(spent, other.spent())
                        && (!Arrays.equals(spent, other.spent())
                            || other.run().length() <= run.length()));
    if (!known) {
      smallest.removeIf(other -> SmallestFaults.contains(other.spent(), spent));
      smallest.add(new Breaking(spent, run));
    }
  }

  /** The way to the nearest state from which no state fulfils a property any more. */
  private Optional<Run> stuck(Property property) {
    BitSet possible = new Possibility(graph, graph.truth(property)).states(this::goesOn);
    int nearestStuck = possible.nextClearBit(0);
    return exhausted.isPresent() || nearestStuck >= graph.size()
        ? Optional.empty()
        : Optional.of(run(property, graph, lassos(graph).to(nearestStuck)));
  }

  private Lassos lassos(Graph where) {
    return new Lassos(where, obligations, lab.participants().count());
  }

  private static Run run(Property property, Graph where, Lasso lasso) {
    return new Run(
        property,
        where.parts(lasso.start()),
        lasso.prefix().stream().map(where::action).toList(),
        lasso.loop().stream().map(where::action).toList(),
        lasso.stays());
  }
}
