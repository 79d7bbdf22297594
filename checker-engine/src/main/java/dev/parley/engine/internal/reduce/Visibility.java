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
  /** The most groups that are told apart. */
  static final int MOST_GROUPS = Long.SIZE - 1;

  /** Absent if nothing is known of local states: then every step of a member is visible. */
  private final Optional<Translation> known;

  private final List<Long> members = new ArrayList<>();

  /**
   * What each group asks; nothing if that is not known, so that every step may be what it seeks.
   */
  private final List<Optional<Question>> questions = new ArrayList<>();

  private final List<BooleanSupplier> settled = new ArrayList<>();

  /** The groups to which only failing steps are visible. */
  private final BitSet failures = new BitSet();

  /** The groups that ask for nothing any more, a bit each. */
  private long done;

  private final List<List<BitSet>> future = new ArrayList<>();
  private final int[] indexes;

  Visibility(Optional<Translation> known, int nodes) {
    this.known = known;
    this.indexes = new int[nodes];
  }

  /**
   * Adds a property that depends on these nodes.
   *
   * @param nodes a bit each
   * @param question what it asks of them, if that is known
   * @param answered whether the search has found what it seeks
   */
  void add(long nodes, Optional<Question> question, BooleanSupplier answered) {
    if (members.size() < MOST_GROUPS) {
      members.add(nodes);
      questions.add(question);
      settled.add(answered);
    } else {
      // There is a bit for each group: further ones share the last, which then sees every step.
      int last = MOST_GROUPS - 1;
      members.set(last, members.get(last) | nodes);
      questions.set(last, Optional.empty());
      failures.clear(last);
      settled.set(last, () -> false);
    }
  }

  /** Adds that a node may throw, or make a mistake: what is sought is the step that does. */
  void addFailures(int node) {
    boolean ownGroup = members.size() < MOST_GROUPS;
    add(1L << node, Optional.empty(), () -> false);
    failures.set(members.size() - 1, ownGroup);
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
    if ((members.get(group) >>> node & 1) == 0) {
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

  /** The groups that can see some transition of a cell, a bit each. */
  long now(int node, int cell) {
    if (known.isEmpty()) {
      return membership(node);
    }
    Translation translation = known.get();
    LocalGraph graph = translation.graph(node);
    long groups = 0;
    for (LocalGraph.Edge edge : graph.from(translation.index(node, cell))) {
      boolean enabled = translation.arePending(node, cell, graph.letters(edge.event()));
      for (int group = 0; enabled && group < members.size(); group++) {
        groups |= isVisible(group, node, edge) ? 1L << group : 0;
      }
    }
    return groups;
  }

  private long membership(int node) {
    long groups = 0;
    for (int group = 0; group < members.size(); group++) {
      groups |= (members.get(group) >>> node & 1) << group;
    }
    return groups;
  }

  /**
   * The nodes of which one must still be taken along, a bit each, so that the property of a group
   * cannot come to what is sought without a step of those that are.
   *
   * @param along the nodes that are taken along
   * @param cells the state
   * @return none if those along are enough
   */
  long lacking(int group, long along, int[] cells) {
    if ((done >>> group & 1) != 0) {
      return 0;
    }
    long others = members.get(group) & ~along;
    long movers = 0;
    for (long left = others; left != 0; left &= left - 1) {
      int node = Long.numberOfTrailingZeros(left);
      movers |= later(group, node, cells[node]) ? 1L << node : 0;
    }
    return movers != 0 && isOpen(group, along, cells) ? movers : 0;
  }

  /** Looks which goals were reached; whether it makes a difference. */
  boolean settleGoals() {
    long before = done;
    for (int group = 0; group < members.size(); group++) {
      done |= settled.get(group).getAsBoolean() ? 1L << group : 0;
    }
    return done != before;
  }

  private boolean isOpen(int group, long still, int[] cells) {
    if (questions.get(group).isEmpty()) {
      return true;
    }
    for (long left = members.get(group); left != 0; left &= left - 1) {
      int node = Long.numberOfTrailingZeros(left);
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
   * What makes a difference to the groups in a node's local state: alike for alike numbers, one for
   * each group.
   */
  void outlooks(int node, int cell, int[] into, int start) {
    if (known.isEmpty()) {
      return;
    }
    int index = known.get().index(node, cell);
    BitSet seenLater = future.get(node).get(known.get().graph(node).component(index));
    for (int group = 0; group < members.size(); group++) {
      if ((members.get(group) >>> node & 1) != 0) {
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
