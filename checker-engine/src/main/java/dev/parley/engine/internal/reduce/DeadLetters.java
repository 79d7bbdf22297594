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
  private final LocalSteps steps;

  private DeadLetters(LocalSteps steps, int nodes, boolean dropping, boolean keepAuxiliary) {
    this.steps = steps;
    this.dropping = dropping;
    for (int node = 0; node < nodes && dropping; node++) {
      alive.add(alive(steps.graph(node), keepAuxiliary));
    }
  }

  /**
   * The dead letters, by what is known of local steps.
   *
   * @param keepAuxiliary whether a change of auxiliary content is an effect: it must be one where
   *     the audit has to see what becomes of that content
   */
  static DeadLetters of(LocalSteps steps, int nodes, boolean keepAuxiliary) {
    return new DeadLetters(steps, nodes, true, keepAuxiliary);
  }

  /** For a search that keeps all messages. */
  static DeadLetters kept(LocalSteps steps, int nodes) {
    return new DeadLetters(steps, nodes, false, true);
  }

  private static List<BitSet> alive(LocalGraph graph, boolean keepAuxiliary) {
    List<BitSet> effective = graph.perComponent();
    for (int index = 0; index < graph.size(); index++) {
      BitSet own = effective.get(graph.component(index));
      for (LocalGraph.Edge edge : graph.from(index)) {
        if (!graph.isIdle(edge, keepAuxiliary)) {
          LocalGraph.addAll(graph.letters(edge.event()), own);
        }
      }
    }
    return graph.accumulate(effective);
  }

  /** Whether a letter is dead in a local state. */
  boolean isDead(int node, int index, int letter) {
    boolean known = index >= 0 && letter < steps.letterCount();
    return dropping
        && known
        && !alive.get(node).get(steps.graph(node).component(index)).get(letter);
  }

  /**
   * The letters that are dead in some local state of their recipient. One of these may be sent
   * again and again without ever being consumed, and leave no trace.
   */
  BitSet everDead() {
    BitSet dead = new BitSet();
    for (int letter = 0; dropping && letter < steps.letterCount(); letter++) {
      for (BitSet living : alive.get(steps.recipient(letter))) {
        dead.set(letter, dead.get(letter) || !living.get(letter));
      }
    }
    return dead;
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
