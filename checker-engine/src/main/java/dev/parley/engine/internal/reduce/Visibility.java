package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Which steps the properties can see. Only properties that depend on several nodes matter here: see
 * {@link StubbornSets}. Each such property is a <b>group</b> of nodes, and a step of one of them is
 * visible to the group if it changes what the property sees.
 */
final class Visibility {
  /** The most groups that are told apart. */
  static final int MOST_GROUPS = Long.SIZE - 1;

  private static final long UNKNOWN = -1;

  /** Absent if nothing is known of local states: then every step of a member is visible. */
  private final Optional<Translation> known;

  private final List<Long> members = new ArrayList<>();

  /** For each group, by node, the class of each local state; nothing if all are different. */
  private final List<int[][]> classes = new ArrayList<>();

  private final long[][] now;
  private final List<List<BitSet>> future = new ArrayList<>();

  Visibility(Optional<Translation> known, int nodes) {
    this.known = known;
    this.now = new long[nodes][0];
  }

  /**
   * Adds a property that depends on these nodes.
   *
   * @param nodes a bit each
   * @param classesOfNodes by node, the classes of local states it does not tell apart
   */
  void add(long nodes, int[][] classesOfNodes) {
    if (members.size() < MOST_GROUPS) {
      members.add(nodes);
      classes.add(classesOfNodes);
    } else {
      // There is a bit for each group: further ones share the last, which then sees every step.
      int last = MOST_GROUPS - 1;
      members.set(last, members.get(last) | nodes);
      classes.set(last, new int[now.length][]);
    }
  }

  /** To be called when all groups were added. */
  void settle() {
    for (int node = 0; node < now.length && known.isPresent(); node++) {
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
    int[] alike = classes.get(group)[node];
    return alike == null ? edge.from() != edge.to() : alike[edge.from()] != alike[edge.to()];
  }

  boolean none() {
    return members.isEmpty();
  }

  /** The nodes of a group, a bit each. */
  long members(int group) {
    return members.get(group);
  }

  /** The groups that can see some transition of a cell, a bit each. */
  long now(int node, int cell) {
    if (cell >= now[node].length) {
      int known = now[node].length;
      now[node] = Arrays.copyOf(now[node], cell + (cell >> 1) + 16);
      Arrays.fill(now[node], known, now[node].length, UNKNOWN);
    }
    if (now[node][cell] == UNKNOWN) {
      now[node][cell] = visibleTo(node, cell);
    }
    return now[node][cell];
  }

  private long visibleTo(int node, int cell) {
    if (known.isEmpty()) {
      return membership(node);
    }
    Translation translation = known.get();
    LocalGraph graph = translation.graph(node);
    BitSet pending = translation.pending(node, cell);
    long groups = 0;
    for (LocalGraph.Edge edge : graph.from(translation.index(node, cell))) {
      boolean enabled = Arrays.stream(graph.letters(edge.event())).allMatch(pending::get);
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

  /** Whether some step that a group can see is still possible in a node. */
  boolean later(int group, int node, int cell) {
    if (known.isEmpty()) {
      return true;
    }
    Translation translation = known.get();
    LocalGraph graph = translation.graph(node);
    return future.get(node).get(graph.component(translation.index(node, cell))).get(group);
  }
}
