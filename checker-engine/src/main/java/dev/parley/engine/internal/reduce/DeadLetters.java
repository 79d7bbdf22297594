package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which messages can have no effect any more.
 *
 * <p>A letter is <b>alive</b> in a local state if from there the node can come to a local state in
 * which some step with an effect consumes it. A step has an effect unless it consumes that one
 * letter alone, leaves the local state as it is, sends nothing and does not fail. All other letters
 * are <b>dead</b>: either no step will ever consume them, or the steps that do leave no trace.
 *
 * <p>Dropping what is dead preserves every property of local states. A state with dead letters and
 * the same state without them take the same steps, except that the first may also consume a dead
 * letter, after which the two are again as before. The state without them may be terminal while the
 * other still has such steps to take; having taken them all, it is terminal too, with the same
 * local states. Nothing comes to life again, because what can be reached from a later local state
 * can be reached from an earlier one.
 *
 * <p>It does not preserve what pending messages look like, and is not used for properties that look
 * at them.
 */
final class DeadLetters {
  private final boolean dropping;
  private final List<List<BitSet>> alive = new ArrayList<>();
  private final LocalClosure closure;

  private DeadLetters(LocalClosure closure, int nodes, boolean dropping, boolean keepAuxiliary) {
    this.closure = closure;
    this.dropping = dropping;
    for (int node = 0; node < nodes && dropping; node++) {
      alive.add(alive(closure.graph(node), keepAuxiliary));
    }
  }

  /**
   * The dead letters of a closure.
   *
   * @param keepAuxiliary whether a change of auxiliary content is an effect: it must be one where
   *     the audit has to see what becomes of that content
   */
  static DeadLetters of(LocalClosure closure, int nodes, boolean keepAuxiliary) {
    return new DeadLetters(closure, nodes, true, keepAuxiliary);
  }

  /** For a search that keeps all messages. */
  static DeadLetters kept(LocalClosure closure, int nodes) {
    return new DeadLetters(closure, nodes, false, true);
  }

  private static List<BitSet> alive(LocalGraph graph, boolean keepAuxiliary) {
    List<BitSet> effective = graph.perComponent();
    for (LocalGraph.Edge edge : graph.edges()) {
      if (!graph.isIdle(edge, keepAuxiliary)) {
        BitSet own = effective.get(graph.component(edge.from()));
        for (int letter : graph.letters(edge.event())) {
          own.set(letter);
        }
      }
    }
    return graph.accumulate(effective);
  }

  /** Whether a letter is dead in a local state. */
  boolean isDead(int node, int index, int letter) {
    return dropping && !alive.get(node).get(closure.graph(node).component(index)).get(letter);
  }

  /** Whether a step that consumes these letters cannot happen because one of them is dropped. */
  boolean neverConsumed(int node, int index, int[] letters) {
    for (int i = 0; dropping && i < letters.length; i++) {
      if (isDead(node, index, letters[i])) {
        return true;
      }
    }
    return false;
  }
}
