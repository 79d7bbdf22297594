package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.Violation;
import java.lang.reflect.Field;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The judges of all properties of an instance. They live longer than one search and keep their
 * decision trees.
 */
public final class Judges {
  /** How many combinations are tried before a proof is asked for. */
  private static final long CHEAP = 1_000;

  /** After so many evaluations of all properties, byte code is asked what they read. */
  private static final long MANY_RUNS = 1_000;

  private final List<PropertyJudge> all;
  private final PropertySights sights;

  /**
   * A judge for each property; together they keep what {@link JudgeMemory} allows by default.
   *
   * @param unread the fields of nodes that a property does not read, none if that is not certain;
   *     asked only if properties run often
   */
  public Judges(
      List<Property> properties,
      Participants participants,
      StateSpace space,
      StepRunner runner,
      boolean runTwice,
      Function<Property, Set<Field>> unread) {
    this(
        properties,
        participants,
        space,
        runner,
        runTwice,
        new Limits(JudgeMemory.usualLimit(), MANY_RUNS, unread));
  }

  /**
   * What judges may spend.
   *
   * @param treeBytes what the decision trees of all properties may take together
   * @param manyRuns after how many evaluations of all properties byte code is asked
   * @param unread what byte code answers: the fields of nodes that a property does not read
   */
  record Limits(long treeBytes, long manyRuns, Function<Property, Set<Field>> unread) {}

  /** The same with other limits. */
  Judges(
      List<Property> properties,
      Participants participants,
      StateSpace space,
      StepRunner runner,
      boolean runTwice,
      Limits limits) {
    JudgeMemory memory = new JudgeMemory(limits.treeBytes, this::forget);
    sights =
        new PropertySights(limits.unread, runner, participants.count(), memory, limits.manyRuns);
    all =
        properties.stream()
            .map(p -> new PropertyJudge(p, participants, space, runner, runTwice, memory, sights))
            .toList();
  }

  private void forget() {
    sights.forget();
    all.forEach(PropertyJudge::forget);
  }

  /** What the decision trees, what they tell apart and the evaluations kept take in memory. */
  public long bytes() {
    return sights.bytes() + all.stream().mapToLong(PropertyJudge::bytes).sum();
  }

  /** From now on they judge the states of another space on the same runner. */
  public void moveTo(StateSpace other) {
    all.forEach(judge -> judge.moveTo(other));
  }

  List<PropertyJudge> all() {
    return all;
  }

  /**
   * The first property of a kind that is false in a state.
   *
   * @param actor the node whose transition led there from a state in which all of them are true, or
   *     {@link dev.parley.engine.internal.space.Action#NOBODY} if any may have become false
   */
  public Optional<Property> firstFalse(Property.Kind kind, int[] cells, int actor) {
    for (PropertyJudge judge : all) {
      if (judge.property().kind() == kind && judge.dependsOn(actor) && !judge.holds(cells)) {
        return Optional.of(judge.property());
      }
    }
    return Optional.empty();
  }

  /** Notes which goals are reached in a state; the actor is that of {@link #firstFalse}. */
  public void reachGoals(int[] cells, int actor) {
    for (PropertyJudge judge : all) {
      boolean open = judge.property().kind() == Property.Kind.REACHABLE && !judge.reached();
      if (open && judge.dependsOn(actor)) {
        judge.reachIfHolds(cells);
      }
    }
  }

  /** The goals that no state has reached so far. */
  public List<Property> unreached() {
    return all.stream()
        .filter(judge -> judge.property().kind() == Property.Kind.REACHABLE && !judge.reached())
        .map(PropertyJudge::property)
        .toList();
  }

  /** How many goals were reached. */
  public long goalsReached() {
    return all.stream().filter(PropertyJudge::reached).count();
  }

  /** Whether a property is true in the state with the given cells. */
  public boolean holds(Property property, int[] cells) {
    return all.stream()
        .filter(judge -> judge.property().equals(property))
        .allMatch(judge -> judge.holds(cells));
  }

  /** Whether a property is true in a state, given by its cells. */
  public Predicate<int[]> judge(Property property) {
    PropertyJudge judge =
        all.stream().filter(j -> j.property().equals(property)).findFirst().orElseThrow();
    return judge::holds;
  }

  /**
   * What a property looks at in the state with the given cells, as text.
   *
   * @param reads tells of which fields of a node the content is shown
   */
  public List<Violation.Seen> seen(Property property, int[] cells, FieldFilter reads) {
    return all.stream()
        .filter(judge -> judge.property().equals(property))
        .flatMap(judge -> judge.seen(cells, reads).stream())
        .toList();
  }

  /** The nodes whose local states a property looks at in the state with the given cells. */
  public List<Integer> nodesSeen(Property property, int[] cells) {
    return all.stream()
        .filter(judge -> judge.property().equals(property))
        .flatMap(judge -> judge.nodesSeen(cells).stream())
        .toList();
  }

  /**
   * Fails if some property depends on auxiliary content.
   *
   * @param proven whether a proof spares the rest; asked when many combinations have been tried
   */
  public void requireDecomposed(BooleanSupplier proven) {
    long tried = 0;
    for (PropertyJudge judge : all) {
      if (tried > CHEAP && proven.getAsBoolean()) {
        return;
      }
      judge.requireDecomposed();
      tried += judge.combinations();
    }
  }

  /** Whether a property was ever seen to look at pending messages. */
  public boolean looksAtPending(Property property) {
    return all.stream()
        .anyMatch(judge -> judge.property().equals(property) && judge.looksAtPending());
  }

  /** The nodes whose local states a property was ever seen to look at. */
  public BitSet lookedAt(Property property) {
    BitSet nodes = new BitSet();
    all.stream()
        .filter(judge -> judge.property().equals(property))
        .map(PropertyJudge::lookedAt)
        .forEach(nodes::or);
    return nodes;
  }

  /** Takes a state, given by its cells, and whether a property holds there. */
  @FunctionalInterface
  public interface SampleConsumer {
    /** Takes one. */
    void take(int[] cells, boolean holds);
  }

  /** Hands out the first evaluations of a property, some thousands of them. */
  public void forEachSample(Property property, SampleConsumer consumer) {
    all.stream()
        .filter(judge -> judge.property().equals(property))
        .forEach(judge -> judge.forEachSample(consumer));
  }

  /** Whether properties were not tried on all auxiliary content. */
  public boolean auditLimited() {
    return all.stream().anyMatch(PropertyJudge::auditLimited);
  }

  /** How often a property's code ran. */
  public long runs(Property property) {
    return all.stream()
        .filter(judge -> judge.property().equals(property))
        .mapToLong(PropertyJudge::runs)
        .sum();
  }

  /** How often the code of all properties ran. */
  public long runs() {
    return all.stream().mapToLong(PropertyJudge::runs).sum();
  }

  /** Whether a goal was reached. */
  public boolean reached(Property property) {
    return all.stream().anyMatch(judge -> judge.property().equals(property) && judge.reached());
  }
}
