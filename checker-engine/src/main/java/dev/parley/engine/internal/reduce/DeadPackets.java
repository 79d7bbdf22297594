package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which messages can have no effect any more.
 *
 * <p>A packet is <b>alive</b> in a local state if from there the node can come to a local state in
 * which some step with an effect consumes it. A step has an effect unless it consumes that one
 * packet alone, leaves the local state as it is, sends nothing and does not fail. All other packets
 * are <b>dead</b>: either no step will ever consume them, or the steps that do leave no trace.
 *
 * <p>Dropping what is dead preserves every property of local states. A state with dead packets and
 * the same state without them take the same steps, except that the first may also consume a dead
 * packet, after which the two are again as before. The state without them may be terminal while the
 * other still has such steps to take; having taken them all, it is terminal too, with the same
 * local states. Nothing comes to life again, because what can be reached from a later local state
 * can be reached from an earlier one.
 *
 * <p>Where what is consumed stays pending ({@link Premises#consumedIsGone}), a step without effect
 * can be taken again and again, and no state in which it can be taken is terminal. So only what no
 * step will ever consume is dead there. A node that may restart can come from any of its local
 * states to any that follows a restart; so what is dead for it must be dead in all of them. Tests:
 * {@code ExposureTest}.
 *
 * <p>It does not preserve what pending messages look like, and is not used for properties that look
 * at them.
 */
final class DeadPackets {
  private final boolean dropping;
  private final List<List<BitSet>> alive = new ArrayList<>();
  private final LocalSteps steps;

  private DeadPackets(LocalSteps steps, boolean dropping) {
    this.steps = steps;
    this.dropping = dropping;
  }

  /**
   * Finds the dead packets from the known local steps.
   *
   * @param keepAuxiliary whether a change of auxiliary content is an effect: it must be one where
   *     the audit has to see what becomes of that content
   * @param premises what else is to be reckoned with
   */
  static DeadPackets of(LocalSteps steps, int nodes, boolean keepAuxiliary, Premises premises) {
    DeadPackets dead = new DeadPackets(steps, true);
    for (int node = 0; node < nodes; node++) {
      List<BitSet> alive = alive(steps.graph(node), keepAuxiliary, premises.consumedIsGone());
      if (premises.mayRestart().test(node)) {
        BitSet anywhere = new BitSet();
        alive.forEach(anywhere::or);
        alive.forEach(one -> one.or(anywhere));
      }
      dead.alive.add(alive);
    }
    return dead;
  }

  /** For a search that keeps all messages. */
  static DeadPackets kept(LocalSteps steps) {
    return new DeadPackets(steps, false);
  }

  private static List<BitSet> alive(
      LocalGraph graph, boolean keepAuxiliary, boolean consumedIsGone) {
    List<BitSet> effective = graph.perComponent();
    for (int index = 0; index < graph.size(); index++) {
      BitSet own = effective.get(graph.component(index));
      for (LocalGraph.Edge edge : graph.from(index)) {
        if (!consumedIsGone || !graph.isIdle(edge, keepAuxiliary)) {
          LocalGraph.addAll(graph.packets(edge.event()), own);
        }
      }
    }
    return graph.accumulate(effective);
  }

  /** Whether a packet is dead in a local state. */
  boolean isDead(int node, int index, int packet) {
    boolean known = index >= 0 && packet < steps.packetCount();
    return dropping
        && known
        && !alive.get(node).get(steps.graph(node).component(index)).get(packet);
  }

  /**
   * The packets that are dead in some local state of their recipient. One of these may be sent
   * again and again without ever being consumed, and leave no trace.
   */
  BitSet everDead() {
    BitSet dead = new BitSet();
    for (int packet = 0; dropping && packet < steps.packetCount(); packet++) {
      for (BitSet living : alive.get(steps.recipient(packet))) {
        dead.set(packet, dead.get(packet) || !living.get(packet));
      }
    }
    return dead;
  }

  /** Whether a step that consumes these packets cannot happen because one of them is dropped. */
  boolean neverConsumed(int node, int index, int[] packets) {
    for (int i = 0; dropping && i < packets.length; i++) {
      if (isDead(node, index, packets[i])) {
        return true;
      }
    }
    return false;
  }
}
