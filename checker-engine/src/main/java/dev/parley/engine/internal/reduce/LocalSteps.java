package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import java.util.Arrays;

/**
 * The local steps of all nodes and the packets they can send: the knowledge that reductions are
 * based on. These are either {@link LocalClosure all steps that seem possible}, or {@link
 * ObservedSteps the steps that were observed}.
 */
final class LocalSteps {
  private final StepRunner runner;
  private final LocalGraph[] graphs;
  private final PairTable packets;
  private final int packetCount;
  private final boolean all;
  private final String origin;

  /**
   * Complete knowledge; nothing is added any more.
   *
   * @param runner runs steps on trial; local states and messages are numbered by it
   * @param packets pairs of recipient and message
   * @param all whether this is the complete set of local steps
   * @param origin where the knowledge comes from, as a phrase in the plural
   */
  LocalSteps(
      StepRunner runner, LocalGraph[] graphs, PairTable packets, boolean all, String origin) {
    this.runner = runner;
    this.graphs = graphs;
    this.packets = packets;
    this.packetCount = packets.size();
    this.all = all;
    this.origin = origin;
    Arrays.stream(graphs).forEach(LocalGraph::settle);
  }

  /** Whether this is the complete set of local steps. */
  boolean isAll() {
    return all;
  }

  /** Where the knowledge comes from, as a phrase in the plural. */
  String origin() {
    return origin;
  }

  LocalGraph graph(int node) {
    return graphs[node];
  }

  StepRunner runner() {
    return runner;
  }

  /** The packet that carries a message to a node; packets that are not known get a number too. */
  int packet(int recipient, int messageId) {
    return packets.intern(recipient, messageId);
  }

  /** How many packets are known. */
  int packetCount() {
    return packetCount;
  }

  int recipient(int packet) {
    return packets.first(packet);
  }

  int sender(int packet) {
    return runner.messages().sender(packets.second(packet));
  }

  /** How many steps there are. */
  int steps() {
    return Arrays.stream(graphs).mapToInt(graph -> graph.edges().size()).sum();
  }

  /** How many local states all nodes have. */
  int localStates() {
    return Arrays.stream(graphs).mapToInt(LocalGraph::size).sum();
  }
}
