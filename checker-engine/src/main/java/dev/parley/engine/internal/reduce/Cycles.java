package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which steps may close a cycle of global states, told from local steps alone: the static
 * counterpart of the cycle proviso (Kurshan, Levin, Minea, Peled, Yenigün, "Static partial order
 * reduction", 1998).
 *
 * <p>On a cycle every node comes back to its local state, and the pending messages are the same
 * again. So each step on it lies on a cycle of its node's local graph, each message it consumes is
 * sent by a step on the cycle, and each message it sends is consumed by one, or was dropped because
 * it is dead ({@link DeadPackets}). Steps for which this fails are struck out, again and again,
 * until nothing changes; what is left is a superset of all steps on cycles. If nothing is left
 * there are no cycles.
 *
 * <p>A message on a cycle is dropped where it arrives or never: on a cycle its recipient stays in
 * one strongly connected component of its local graph, and whether a message is dead depends on the
 * component alone. Which component that is cannot be told from the step that sends it. So a message
 * need not be consumed on the cycle if there is any local state of its recipient in which it is
 * dead. Test: {@code ReductionPairsTest.DeadMessagesAndCycles}.
 *
 * <p>If what is sent need not arrive ({@link Premises#sentArrives}: a split that lasts, a node that
 * is down for good), a message that is sent on a cycle need not be consumed on it, whatever it is.
 *
 * <p>If what is consumed stays pending ({@link Premises#consumedIsGone}), messages tell nothing:
 * nothing is struck out. On a cycle of several states no inbox changes, so each step on it leads to
 * another local state, and is found as above among the steps that do. A step that leads to the same
 * local state may also lead from a state to itself. That is no harm if another transition of the
 * set leads on; a node that could take no other step counts as closing a cycle ({@link
 * #mayStandStill}). Tests: {@code ExposureTest}.
 *
 * <p>Else a set of nodes is chosen without which nothing would be left: every cycle contains a step
 * of one of them. The local walk of that node is closed, so it contains a back edge of a
 * depth-first search through what is left of its graph. These back edges are the steps that may
 * close a cycle. A state from which one of them is explored must be fully explored; then every
 * cycle has such a state, whatever the order of the search. Rejected: the proviso that looks at the
 * depth-first stack, which does not serve a breadth-first search, makes the number of states depend
 * on the order, and must look at more than the stack if states with a single transition stay off
 * it.
 *
 * <p><b>With symmetry</b> a cycle of explored states may be one only up to names of nodes: repeated
 * often enough it is a cycle in the space of all states, but from turn to turn another node does
 * what one did. Back edges of one node need not be on it. But each step of the cycle, under any
 * names, lies on a cycle in the space of all states, and so is among those that are never struck
 * out. All of these may close a cycle then, and any message may have been dropped on it, because it
 * is dead under other names. Test: {@code SymmetryTest.Cycles}.
 */
final class Cycles {
  private final LocalSteps steps;
  private final int nodes;

  /** The packets that may be dropped where they arrive. */
  private final BitSet droppable;

  private final boolean symmetric;

  private final Set<LocalGraph.Edge> closing = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Whether steps may be taken again with what they have consumed. */
  private final boolean repeating;

  private Cycles(LocalSteps steps, int nodes, BitSet droppable, Premises premises) {
    this.symmetric = premises.symmetric();
    this.repeating = !premises.consumedIsGone();
    this.steps = steps;
    this.nodes = nodes;
    this.droppable = droppable;
  }

  /**
   * The cycles of a space of these steps.
   *
   * @param dead what is dropped in it
   * @param premises what becomes of other messages, and whether nodes may change their names
   */
  static Cycles of(LocalSteps steps, int nodes, DeadPackets dead, Premises premises) {
    BitSet droppable = dead.everDead();
    if (!premises.sentArrives()) {
      droppable.set(0, steps.packetCount());
    }
    Cycles cycles = new Cycles(steps, nodes, droppable, premises);
    List<List<LocalGraph.Edge>> left = cycles.left(new BitSet());
    if (cycles.symmetric) {
      left.forEach(cycles.closing::addAll);
      return cycles;
    }
    cycles.breakers(left).stream()
        .forEach(node -> cycles.closing.addAll(backEdges(steps.graph(node), left.get(node))));
    return cycles;
  }

  /** Whether there are no cycles at all. */
  boolean none() {
    return closing.isEmpty() && !repeating;
  }

  /**
   * Whether a step may lead from a state to that very state, which no other step of its node
   * excludes.
   */
  boolean mayStandStill(LocalGraph.Edge edge) {
    return repeating && edge.from() == edge.to();
  }

  boolean mayClose(LocalGraph.Edge edge) {
    return closing.contains(edge);
  }

  /** A set of nodes, small but not the smallest, without which there would be no cycles. */
  private BitSet breakers(List<List<LocalGraph.Edge>> onCycles) {
    BitSet chosen = new BitSet();
    List<List<LocalGraph.Edge>> left = onCycles;
    while (count(left) > 0) {
      int fewest = -1;
      for (int node = 0; node < nodes; node++) {
        int size = left.get(node).size();
        fewest = size > 0 && (fewest < 0 || size < left.get(fewest).size()) ? node : fewest;
      }
      chosen.set(fewest);
      left = left(chosen);
    }
    for (int node = chosen.nextSetBit(0); node >= 0; node = chosen.nextSetBit(node + 1)) {
      chosen.clear(node);
      chosen.set(node, count(left(chosen)) > 0);
    }
    return chosen;
  }

  private static int count(List<List<LocalGraph.Edge>> edges) {
    int count = 0;
    for (List<LocalGraph.Edge> ofNode : edges) {
      count += ofNode.size();
    }
    return count;
  }

  /** The steps that may lie on a cycle in which these nodes take no step, by node. */
  private List<List<LocalGraph.Edge>> left(BitSet still) {
    List<List<LocalGraph.Edge>> left = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      left.add(still.get(node) ? List.of() : onLocalCycles(steps.graph(node)));
    }
    int before;
    do {
      before = count(left);
      if (!repeating) {
        strike(left);
      }
    } while (count(left) < before);
    return left;
  }

  private void strike(List<List<LocalGraph.Edge>> left) {
    BitSet sent = new BitSet();
    BitSet gone = (BitSet) droppable.clone();
    for (int node = 0; node < nodes; node++) {
      LocalGraph graph = steps.graph(node);
      for (LocalGraph.Edge edge : left.get(node)) {
        LocalGraph.addAll(edge.sent(), sent);
        LocalGraph.addAll(graph.packets(edge.event()), gone);
      }
    }
    for (int node = 0; node < nodes; node++) {
      LocalGraph graph = steps.graph(node);
      List<LocalGraph.Edge> fed = new ArrayList<>();
      for (LocalGraph.Edge edge : left.get(node)) {
        boolean consumed = symmetric || containsAll(gone, edge.sent());
        if (containsAll(sent, graph.packets(edge.event())) && consumed) {
          fed.add(edge);
        }
      }
      boolean struck = fed.size() < left.get(node).size();
      left.set(node, struck ? onLocalCycles(graph, fed) : left.get(node));
    }
  }

  private static boolean containsAll(BitSet set, int[] packets) {
    for (int packet : packets) {
      if (!set.get(packet)) {
        return false;
      }
    }
    return true;
  }

  /** The steps of a node that may be taken again and again, as far as it alone is concerned. */
  private List<LocalGraph.Edge> onLocalCycles(LocalGraph graph) {
    List<LocalGraph.Edge> sound = new ArrayList<>();
    for (LocalGraph.Edge edge : graph.edges()) {
      if (!edge.fails() && !mayStandStill(edge)) {
        sound.add(edge);
      }
    }
    return onLocalCycles(graph, sound);
  }

  private static List<LocalGraph.Edge> onLocalCycles(
      LocalGraph graph, List<LocalGraph.Edge> edges) {
    int[] components = graph.components(edges);
    List<LocalGraph.Edge> within = new ArrayList<>();
    for (LocalGraph.Edge edge : edges) {
      if (components[edge.from()] == components[edge.to()]) {
        within.add(edge);
      }
    }
    return within;
  }

  private static Map<Integer, List<LocalGraph.Edge>> byOrigin(List<LocalGraph.Edge> edges) {
    Map<Integer, List<LocalGraph.Edge>> from = new HashMap<>();
    edges.forEach(e -> from.computeIfAbsent(e.from(), v -> new ArrayList<>()).add(e));
    return from;
  }

  /** Edges that lead to a vertex on the current path of a depth-first search. */
  private static List<LocalGraph.Edge> backEdges(LocalGraph graph, List<LocalGraph.Edge> edges) {
    Map<Integer, List<LocalGraph.Edge>> from = byOrigin(edges);
    List<LocalGraph.Edge> back = new ArrayList<>();
    BitSet seen = new BitSet();
    BitSet onPath = new BitSet();
    int[] path = new int[graph.size()];
    int[] position = new int[graph.size()];
    for (int root = 0; root < graph.size(); root++) {
      int depth = 0;
      if (!seen.get(root)) {
        path[depth++] = root;
        seen.set(root);
        onPath.set(root);
        position[0] = 0;
      }
      while (depth > 0) {
        List<LocalGraph.Edge> out = from.getOrDefault(path[depth - 1], List.of());
        if (position[depth - 1] == out.size()) {
          onPath.clear(path[--depth]);
        } else {
          LocalGraph.Edge edge = out.get(position[depth - 1]++);
          if (onPath.get(edge.to())) {
            back.add(edge);
          } else if (!seen.get(edge.to())) {
            seen.set(edge.to());
            onPath.set(edge.to());
            path[depth] = edge.to();
            position[depth++] = 0;
          }
        }
      }
    }
    return back;
  }
}
