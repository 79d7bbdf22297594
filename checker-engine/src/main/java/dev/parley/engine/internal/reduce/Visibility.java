package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Which steps the properties can see, and who must move before a property can break. Only
 * properties that depend on several nodes matter here: see {@link StubbornSets}. Each such property
 * is a <b>group</b> of nodes, and a step of one of them is visible to the group if it changes what
 * the property sees.
 */
final class Visibility {
  /** Absent if nothing is known of local states: then every step of a member is visible. */
  private final Optional<Translation> known;

  private final List<BitSet> members = new ArrayList<>();

  /**
   * What each group asks; nothing if that is not known, so that every step may be what it seeks.
   */
  private final List<Optional<Question>> questions = new ArrayList<>();

  private final List<BooleanSupplier> settled = new ArrayList<>();

  /** The groups to which only failing steps are visible. */
  private final BitSet failures = new BitSet();

  /** The groups that ask for nothing any more. */
  private final BitSet done = new BitSet();

  private final List<List<BitSet>> future = new ArrayList<>();
  private final int[] indexes;

  Visibility(Optional<Translation> known, int nodes) {
    this.known = known;
    this.indexes = new int[nodes];
  }

  /**
   * Adds a property that depends on these nodes.
   *
   * @param nodes those it depends on
   * @param question what it asks of them, if that is known
   * @param answered whether the search has found what it seeks
   */
  void add(BitSet nodes, Optional<Question> question, BooleanSupplier answered) {
    members.add(nodes);
    questions.add(question);
    settled.add(answered);
  }

  /** Adds that a node may throw, or make a mistake: what is sought is the step that does. */
  void addFailures(int node) {
    failures.set(members.size());
    BitSet only = new BitSet();
    only.set(node);
    add(only, Optional.empty(), () -> false);
  }

  /** To be called when all groups were added. */
  void settle() {
    for (int node = 0; node < indexes.length && known.isPresent(); node++) {
      LocalGraph graph = known.get().graph(node);
      List<BitSet> visible = graph.perComponent();
      for (LocalGraph.Edge edge : graph.edges()) {
        for (int group = 0; group < members.size(); group++) {
          if (isVisible(group, node, edge)) {
            visible.get(graph.component(edge.from())).set(group);
          }
        }
      }
      future.add(graph.accumulate(visible));
    }
  }

  private boolean isVisible(int group, int node, LocalGraph.Edge edge) {
    if (!members.get(group).get(node)) {
      return false;
    }
    if (failures.get(group)) {
      return edge.fails();
    }
    Optional<Question> question = questions.get(group);
    return question.isPresent()
        ? question.get().tellsApart(node, edge.from(), edge.to())
        : edge.from() != edge.to();
  }

  /** The groups that can see some transition of a cell. */
  BitSet now(int node, int cell) {
    BitSet groups = new BitSet();
    if (known.isEmpty()) {
      for (int group = 0; group < members.size(); group++) {
        groups.set(group, members.get(group).get(node));
      }
      return groups;
    }
    Translation translation = known.get();
    LocalGraph graph = translation.graph(node);
    for (LocalGraph.Edge edge : graph.from(translation.index(node, cell))) {
      boolean enabled = translation.arePending(node, cell, graph.packets(edge.event()));
      for (int group = 0; enabled && group < members.size(); group++) {
        if (isVisible(group, node, edge)) {
          groups.set(group);
        }
      }
    }
    return groups;
  }

  /**
   * Finds nodes of which one must be added to a set, so that the property of a group cannot get the
   * sought value without a step of a node in the set.
   *
   * @param along the nodes in the set
   * @param cells the state
   * @param into receives exactly these nodes; none if the set is enough
   * @return whether any are
   */
  boolean lacking(int group, BitSet along, int[] cells, BitSet into) {
    into.clear();
    if (done.get(group)) {
      return false;
    }
    BitSet all = members.get(group);
    for (int node = all.nextSetBit(0); node >= 0; node = all.nextSetBit(node + 1)) {
      if (!along.get(node) && later(group, node, cells[node])) {
        into.set(node);
      }
    }
    if (!into.isEmpty() && !isOpen(group, along, cells)) {
      into.clear();
    }
    return !into.isEmpty();
  }

  /** Whether a group still asks for something, and some of these nodes are among its members. */
  boolean concerns(int group, BitSet nodes) {
    return !done.get(group) && members.get(group).intersects(nodes);
  }

  /** Looks which goals were reached; returns whether there are new ones. */
  boolean settleGoals() {
    int before = done.cardinality();
    for (int group = 0; group < members.size(); group++) {
      if (settled.get(group).getAsBoolean()) {
        done.set(group);
      }
    }
    return done.cardinality() > before;
  }

  /** Whether no goal was reached that is still asked for. */
  boolean isSettled() {
    for (int group = 0; group < members.size(); group++) {
      if (!done.get(group) && settled.get(group).getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  private boolean isOpen(int group, BitSet still, int[] cells) {
    if (questions.get(group).isEmpty()) {
      return true;
    }
    BitSet all = members.get(group);
    for (int node = all.nextSetBit(0); node >= 0; node = all.nextSetBit(node + 1)) {
      indexes[node] = known.orElseThrow().index(node, cells[node]);
    }
    return questions.get(group).get().isOpen(still, indexes);
  }

  /** Whether some step that a group can see is still possible in a node. */
  private boolean later(int group, int node, int cell) {
    if (known.isEmpty()) {
      return true;
    }
    Translation translation = known.get();
    LocalGraph graph = translation.graph(node);
    return future.get(node).get(graph.component(translation.index(node, cell))).get(group);
  }

  /**
   * One number for each group: two local states with the same number look the same to the group.
   */
  void outlooks(int node, int cell, int[] into, int start) {
    if (known.isEmpty()) {
      return;
    }
    int index = known.get().index(node, cell);
    BitSet seenLater = future.get(node).get(known.get().graph(node).component(index));
    for (int group = 0; group < members.size(); group++) {
      if (members.get(group).get(node)) {
        Optional<Question> question = questions.get(group);
        int outlook = question.isPresent() ? question.get().outlook(node, index) : 0;
        into[start + group] = 2 * outlook + (seenLater.get(group) ? 1 : 0);
      }
    }
  }

  /** How many groups there are. */
  int count() {
    return members.size();
  }

  /** What the tables take in memory. */
  long bytes() {
    return questions.stream().flatMap(Optional::stream).mapToLong(Question::bytes).sum();
  }
}
