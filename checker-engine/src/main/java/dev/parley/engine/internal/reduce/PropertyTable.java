package dev.parley.engine.internal.reduce;

import dev.parley.api.Node;
import dev.parley.api.Pending;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.search.ObservedWorld;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>Many combinations are not reachable. What the property throws on them counts as unknown.
 */
final class PropertyTable {
  private static final int FAILS = 0;
  private static final int HOLDS = 1;
  private static final int UNKNOWN = 2;
  private static final int GIVEN_UP = 3;

  private final Property property;
  private final Participants participants;
  private final LocalClosure closure;
  private final int[] assigned;
  private final List<Node> restored = new ArrayList<>();
  private final Map<List<Integer>, Integer> branches = new HashMap<>();
  private final List<Map<Integer, List<Integer>>> seenAt = new ArrayList<>();
  private final boolean[] results = new boolean[4];
  private int runsLeft;
  private long lookedAt;
  private boolean looksAtPending;

  /** Breaks off a run; what it was broken off for is for {@link Trial} to say. */
  private static final class BrokenOff extends Error {
    private static final long serialVersionUID = 1;

    BrokenOff() {
      super(null, null, false, false);
    }
  }

  private PropertyTable(
      Property property, Participants participants, LocalClosure closure, int runs) {
    this.property = property;
    this.participants = participants;
    this.closure = closure;
    this.runsLeft = runs;
    assigned = new int[participants.count()];
    for (int node = 0; node < assigned.length; node++) {
      assigned[node] = -1;
      restored.add(null);
      seenAt.add(new HashMap<>());
    }
  }

  static PropertyTable of(
      Property property, Participants participants, LocalClosure closure, int runs) {
    PropertyTable table = new PropertyTable(property, participants, closure, runs);
    table.explore();
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

  /** The nodes it was seen to look at, a bit each. */
  long lookedAt() {
    return lookedAt;
  }

  /** Whether no combination makes it false, or none makes it true. */
  boolean decided() {
    return complete() && !results[UNKNOWN] && (!results[FAILS] || !results[HOLDS]);
  }

  /** For each local state of a node, which class of like ones it belongs to. */
  int[] classes(int node) {
    Map<Integer, List<Integer>> positions = seenAt.get(node);
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    int[] classes = new int[closure.graph(node).size()];
    for (int index = 0; index < classes.length; index++) {
      List<Integer> signature = new ArrayList<>();
      for (List<Integer> children : positions.values()) {
        signature.add(children.get(index));
      }
      classes[index] = numbers.computeIfAbsent(signature, s -> numbers.size());
    }
    return classes;
  }

  /** The branch for what is assigned so far: a result, or the number of an inner branch. */
  private int explore() {
    if (runsLeft-- <= 0 || looksAtPending) {
      results[GIVEN_UP] = true;
      return GIVEN_UP;
    }
    Trial trial = new Trial();
    int result = run(trial);
    if (looksAtPending) {
      results[GIVEN_UP] = true;
      return GIVEN_UP;
    }
    if (trial.missing < 0) {
      results[result] = true;
      return result;
    }
    int node = trial.missing;
    List<Integer> children = new ArrayList<>();
    for (int index = 0; index < closure.graph(node).size() && !results[GIVEN_UP]; index++) {
      assigned[node] = index;
      children.add(explore());
    }
    assigned[node] = -1;
    return results[GIVEN_UP] ? GIVEN_UP : branch(node, children);
  }

  /**
   * Runs the property. Whether the run was broken off is not told by what it ends with: what breaks
   * it off passes through the property, which may wrap it, as calls by reflection do, or catch it.
   */
  private int run(Trial trial) {
    try {
      return property.predicate().test(trial) ? HOLDS : FAILS;
    } catch (BrokenOff | RuntimeException | AssertionError | StackOverflowError e) {
      return UNKNOWN;
    }
  }

  private int branch(int node, List<Integer> children) {
    if (children.stream().distinct().count() == 1) {
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

    /** The first node that was looked at without being assigned, or -1. */
    private int missing = -1;

    Trial() {
      super(participants);
    }

    @Override
    protected Node look(int node) {
      lookedAt |= 1L << node;
      if (assigned[node] < 0) {
        missing = missing < 0 ? node : missing;
        throw new BrokenOff();
      }
      if (!shown[node]) {
        shown[node] = true;
        int local = closure.graph(node).local(assigned[node]);
        restored.set(node, closure.runner().restore(node, local, Arrangement.FORWARD));
      }
      return restored.get(node);
    }

    @Override
    protected List<Pending> lookAtPending(int node) {
      looksAtPending = true;
      throw new BrokenOff();
    }
  }
}
