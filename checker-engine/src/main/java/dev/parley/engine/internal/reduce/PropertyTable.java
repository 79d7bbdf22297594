package dev.parley.engine.internal.reduce;

import dev.parley.api.Node;
import dev.parley.api.Pending;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.search.ObservedWorld;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A property evaluated on all combinations of possible local states that it can tell apart, before
 * any search: which nodes it depends on, and which of their local states make a difference.
 *
 * <p>The property is run with the nodes it is known to look at in given local states; when it looks
 * at another one, the run is broken off and repeated for each local state of that node. The runs
 * form a decision tree with shared equal branches. Two local states of a node are alike if they
 * lead to equal branches wherever the node is looked at. That is enough for the property not to
 * tell them apart; some pairs that it does not tell apart may be missed, which costs reduction
 * only.
 *
 * <p>Local states that differ only in what the property does not read, as byte code shows, are run
 * once for all ({@link Sights}).
 *
 * <p>Many combinations are not reachable. What the property throws on them counts as unknown.
 */
final class PropertyTable {
  private static final int FAILS = 0;
  private static final int HOLDS = 1;
  private static final int UNKNOWN = 2;
  private static final int GIVEN_UP = 3;

  /** So many runs are made in any case before it is judged whether there would be too many. */
  private static final int FEW_RUNS = 100;

  /** How many times too many there must be for a guess to be enough. */
  private static final int HOPELESS = 2;

  private final Property property;
  private final Participants participants;
  private final LocalSteps steps;
  private final List<Sights> sights;
  private final int[] assigned;
  private final List<Node> restored = new ArrayList<>();
  private final Map<List<Integer>, Integer> branches = new LinkedHashMap<>();
  private final List<Map<Integer, List<Integer>>> seenAt = new ArrayList<>();
  private final boolean[] results = new boolean[4];
  private final boolean crashes;
  private final int mostRuns;
  private int runs;

  /** What part of all combinations has been tried, and what part the next run stands for. */
  private double tried;

  private double share = 1;
  private int root;
  private final BitSet lookedAt = new BitSet();
  private boolean looksAtPending;

  /** The node without a local state that a run looked at first; none if it is negative. */
  private int wanted;

  /**
   * Breaks off a run at a node whose local state is not given. Which node that is stands in {@link
   * #wanted}: on its way out of the property this may be wrapped, or swallowed.
   */
  private static final class Look extends Error {
    private static final long serialVersionUID = 1;

    Look() {
      super(null, null, false, false);
    }
  }

  private PropertyTable(
      Property property,
      Participants participants,
      LocalSteps steps,
      List<Sights> sights,
      boolean crashes,
      int mostRuns) {
    this.crashes = crashes;
    this.property = property;
    this.participants = participants;
    this.steps = steps;
    this.sights = sights;
    this.mostRuns = mostRuns;
    assigned = new int[participants.count()];
    for (int node = 0; node < assigned.length; node++) {
      assigned[node] = -1;
      restored.add(null);
      seenAt.add(new HashMap<>());
    }
  }

  /**
   * Evaluates a property.
   *
   * @param sights what it can tell apart, for each node
   * @param crashes whether nodes may crash: then a property that asks whether one is up is not
   *     decided by local states
   * @param runs how many evaluations may be spent on it
   */
  static PropertyTable of(
      Property property,
      Participants participants,
      LocalSteps steps,
      List<Sights> sights,
      boolean crashes,
      int runs) {
    PropertyTable table = new PropertyTable(property, participants, steps, sights, crashes, runs);
    table.root = table.explore();
    return table;
  }

  /** Whether all combinations were tried. */
  boolean complete() {
    return !results[GIVEN_UP] && !looksAtPending;
  }

  /** Whether the property was seen to look at pending messages. */
  boolean looksAtPending() {
    return looksAtPending;
  }

  /** The nodes it was seen to look at. */
  BitSet lookedAt() {
    return lookedAt;
  }

  /** For each local state of a node, which class of like ones it belongs to. */
  int[] classes(int node) {
    Map<Integer, List<Integer>> positions = seenAt.get(node);
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    int[] classes = new int[steps.graph(node).size()];
    for (int index = 0; index < classes.length; index++) {
      List<Integer> signature = new ArrayList<>();
      for (List<Integer> children : positions.values()) {
        signature.add(children.get(sights.get(node).of(index)));
      }
      classes[index] = numbers.computeIfAbsent(signature, s -> numbers.size());
    }
    return classes;
  }

  /**
   * What is asked of the property, if all combinations were tried.
   *
   * @param alone whether it also asks for results that one node decides alone
   */
  Question question(boolean alone) {
    int[][] classes = new int[assigned.length][];
    Arrays.setAll(classes, this::classes);
    List<Question.Branch> tree = new ArrayList<>();
    for (List<Integer> branch : branches.keySet()) {
      int node = branch.get(branch.size() - 1);
      int[] next = new int[1 + highest(classes[node])];
      for (int index = 0; index < classes[node].length; index++) {
        next[classes[node][index]] = asked(branch.get(sights.get(node).of(index)));
      }
      tree.add(new Question.Branch(node, next));
    }
    return new Question(asked(root), tree, classes, steps, alone);
  }

  private static int highest(int[] numbers) {
    int highest = 0;
    for (int number : numbers) {
      highest = Math.max(highest, number);
    }
    return highest;
  }

  /** A result or branch as the question numbers it. */
  private int asked(int branch) {
    int sought = property.kind() == Property.Kind.REACHABLE ? HOLDS : FAILS;
    if (branch >= results.length) {
      return branch - results.length + Question.FIRST_BRANCH;
    }
    return branch == UNKNOWN
        ? Question.UNKNOWN
        : branch == sought ? Question.SOUGHT : Question.GOOD;
  }

  /** The branch for what is assigned so far: a result, or the number of an inner branch. */
  private int explore() {
    if (runs++ >= mostRuns || isHopeless() || looksAtPending) {
      results[GIVEN_UP] = true;
      return GIVEN_UP;
    }
    wanted = -1;
    int result;
    try {
      result = property.predicate().test(new Trial()) ? HOLDS : FAILS;
    } catch (RuntimeException | Look | AssertionError | StackOverflowError e) {
      result = UNKNOWN;
    }
    if (wanted < 0) {
      tried += share;
      results[result] = true;
      return result;
    }
    int node = wanted;
    List<Integer> children = new ArrayList<>();
    double part = share / sights.get(node).count();
    for (int sight = 0; sight < sights.get(node).count() && !results[GIVEN_UP]; sight++) {
      assigned[node] = sights.get(node).example(sight);
      share = part;
      children.add(explore());
    }
    assigned[node] = -1;
    return results[GIVEN_UP] ? GIVEN_UP : branch(node, children);
  }

  /**
   * Whether all combinations would take far more runs than there may be, judging by the part that
   * has been tried: rather given up early than in the end.
   */
  private boolean isHopeless() {
    return runs >= FEW_RUNS && runs > tried * HOPELESS * mostRuns;
  }

  private int branch(int node, List<Integer> children) {
    if (Collections.frequency(children, children.get(0)) == children.size()) {
      return children.get(0);
    }
    List<Integer> key = new ArrayList<>(children);
    key.add(node);
    int number = branches.computeIfAbsent(key, k -> results.length + branches.size());
    seenAt.get(node).put(number, List.copyOf(children));
    return number;
  }

  /** Nodes in their assigned local states; the rest must not be looked at. */
  private final class Trial extends ObservedWorld {
    private final boolean[] shown = new boolean[assigned.length];

    Trial() {
      super(participants);
    }

    @Override
    protected Node look(int node) {
      lookedAt.set(node);
      if (assigned[node] < 0) {
        wanted = wanted < 0 ? node : wanted;
        throw new Look();
      }
      if (!shown[node]) {
        shown[node] = true;
        int local = steps.graph(node).local(assigned[node]);
        restored.set(node, steps.runner().restore(node, local, Arrangement.FORWARD));
      }
      return restored.get(node);
    }

    /** Local states do not tell who is up, so the table would not be the property. */
    @Override
    protected boolean lookAtUp(Node node) {
      if (crashes) {
        results[GIVEN_UP] = true;
      }
      return true;
    }

    /** Nor do they tell what was recorded. */
    @Override
    protected boolean lookAtHistory(String name) {
      results[GIVEN_UP] = true;
      return true;
    }

    @Override
    protected List<Pending> lookAtPending(int node) {
      looksAtPending = true;
      wanted = wanted < 0 ? node : wanted;
      throw new Look();
    }
  }
}
