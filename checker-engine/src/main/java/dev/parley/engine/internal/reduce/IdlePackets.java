package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which messages can be consumed at any time without any effect.
 *
 * <p>A packet is <b>idle</b> in a local state if in each local state that the node can come to from
 * there some step consumes it, and every step that does consumes it alone, leaves the local state
 * as it is, auxiliary content included, sends nothing, does not fail and may not close a cycle.
 * Such a step is independent of all others, including those of its own node: it can be taken before
 * or after any of them, with the same result. So it may be explored alone, and a set with the other
 * steps of its node need not contain it.
 *
 * <p>The events that consume it later must be possible now as well. Otherwise a handler that runs
 * only later would be reported as never run.
 *
 * <p>An idle packet is dead as well ({@link DeadPackets}), but not every dead one is idle: one that
 * no step consumes stays pending, and a terminal state can differ in it.
 */
final class IdlePackets {
  private final LocalSteps steps;
  private final Cycles cycles;

  /** For each node and local state its idle packets. */
  private final List<List<BitSet>> idle = new ArrayList<>();

  IdlePackets(LocalSteps steps, Cycles cycles, int nodes) {
    this.steps = steps;
    this.cycles = cycles;
    for (int node = 0; node < nodes; node++) {
      idle.add(idle(steps.graph(node), packetsTo(node)));
    }
  }

  private BitSet packetsTo(int node) {
    BitSet packets = new BitSet();
    for (int packet = 0; packet < steps.packetCount(); packet++) {
      packets.set(packet, steps.recipient(packet) == node);
    }
    return packets;
  }

  private List<BitSet> idle(LocalGraph graph, BitSet packets) {
    List<BitSet> now = new ArrayList<>();
    List<BitSet> notLater = graph.perComponent();
    for (int index = 0; index < graph.size(); index++) {
      BitSet without = (BitSet) packets.clone();
      now.add(idleNow(graph, index));
      without.andNot(now.get(index));
      notLater.get(graph.component(index)).or(without);
    }
    graph.accumulate(notLater);
    for (int index = 0; index < graph.size(); index++) {
      now.get(index).andNot(notLater.get(graph.component(index)));
      if (!now.get(index).isEmpty()) {
        keepFiring(graph, index, now.get(index));
      }
    }
    return now;
  }

  /** The packets that some step consumes in a local state, and all do without effect. */
  private BitSet idleNow(LocalGraph graph, int index) {
    BitSet idle = new BitSet();
    BitSet other = new BitSet();
    for (LocalGraph.Edge edge : graph.from(index)) {
      BitSet kind = graph.isIdle(edge, true) && !cycles.mayClose(edge) ? idle : other;
      LocalGraph.addAll(graph.packets(edge.event()), kind);
    }
    idle.andNot(other);
    return idle;
  }

  /** Removes packets that are consumed later by an event that is not possible now. */
  private static void keepFiring(LocalGraph graph, int index, BitSet packets) {
    BitSet later = (BitSet) graph.futureEvents(index).clone();
    for (LocalGraph.Edge edge : graph.from(index)) {
      later.clear(edge.event());
    }
    for (int event = later.nextSetBit(0); event >= 0; event = later.nextSetBit(event + 1)) {
      for (int packet : graph.packets(event)) {
        packets.clear(packet);
      }
    }
  }

  /** Whether a packet is idle in a local state. */
  boolean isIdle(int node, int index, int packet) {
    return index >= 0 && idle.get(node).get(index).get(packet);
  }
}
