package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.space.DeadMessages;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.StepRunner;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Translates the numbers of the search into those of the known local steps. The two have separate
 * runners, so that trial runs do not affect the search. Each local state and each message is looked
 * up once.
 */
final class Translation {
  private static final int UNKNOWN = -1;

  /** Stands for a local state that is not among those known. */
  private static final int NOT_THERE = -2;

  private final LocalSteps steps;
  private final StateSpace space;
  private final StepRunner runner;
  private final int[][] indexes;
  private int[] messageIds = new int[0];
  private int pendingNode = UNKNOWN;
  private int pendingCell = UNKNOWN;
  private BitSet pending = new BitSet();

  Translation(LocalSteps steps, StateSpace space, StepRunner runner) {
    this.steps = steps;
    this.space = space;
    this.runner = runner;
    this.indexes = new int[space.nodeCount()][0];
  }

  LocalSteps steps() {
    return steps;
  }

  LocalGraph graph(int node) {
    return steps.graph(node);
  }

  /** The indexes of the local states in each initial state. */
  List<int[]> initialIndexes() {
    return space.initials().stream().map(this::indexes).toList();
  }

  /** The indexes of the local states in a state, given by its parts. */
  int[] indexes(int[] cells) {
    int[] all = new int[space.nodeCount()];
    for (int node = 0; node < all.length; node++) {
      all[node] = index(node, cells[node]);
    }
    return all;
  }

  /** The index of the local state in a cell. */
  int index(int node, int cell) {
    return indexOf(node, space.local(node, cell));
  }

  /** The index of a local state in its node's graph; negative if it is not known there. */
  int indexOf(int node, int local) {
    if (local >= indexes[node].length) {
      int known = indexes[node].length;
      indexes[node] = Arrays.copyOf(indexes[node], local + (local >> 1) + 16);
      Arrays.fill(indexes[node], known, indexes[node].length, UNKNOWN);
    }
    if (indexes[node][local] == UNKNOWN) {
      int index = graph(node).index(localOf(node, local));
      if (index < 0 && steps.isAll()) {
        throw new IllegalStateException(
            "a reachable local state is not in the closure of local steps: "
                + runner.fields(node, local));
      }
      indexes[node][local] = index < 0 ? NOT_THERE : index;
    }
    return indexes[node][local];
  }

  /** The number that a local state of the search has in trials. */
  int localOf(int node, int local) {
    StepRunner trials = steps.runner();
    return trials.representative(node, trials.localOf(runner, node, local));
  }

  /** Whether local state, packets and possible steps of a cell are all known. */
  boolean knows(int node, int cell) {
    int index = index(node, cell);
    if (index < 0 || pending(node, cell).length() > steps.packetCount()) {
      return false;
    }
    for (LocalGraph.Edge edge : graph(node).from(index)) {
      if (!edge.taken() && arePending(node, cell, graph(node).packets(edge.event()))) {
        return false;
      }
    }
    return true;
  }

  /** The dead messages, for the space of the search. */
  DeadMessages dropping(DeadPackets dead) {
    return (node, local, messageId) ->
        dead.isDead(node, indexOf(node, local), packet(node, messageId));
  }

  /** The packets pending in a cell; not to be changed. */
  BitSet pending(int node, int cell) {
    // Everything about a cell is asked in a row.
    if (node != pendingNode || cell != pendingCell) {
      pending = new BitSet();
      for (int messageId : space.pending(node, cell)) {
        pending.set(packet(node, messageId));
      }
      pendingNode = node;
      pendingCell = cell;
    }
    return pending;
  }

  /** Whether packets are all pending in a cell. */
  boolean arePending(int node, int cell, int[] packets) {
    BitSet there = pending(node, cell);
    for (int packet : packets) {
      if (!there.get(packet)) {
        return false;
      }
    }
    return true;
  }

  /** The packet for a message of the search. */
  int packet(int recipient, int messageId) {
    return steps.packet(recipient, messageIdOf(messageId));
  }

  /** The number that a message of the search has in trials. */
  int messageIdOf(int messageId) {
    if (messageId >= messageIds.length) {
      int known = messageIds.length;
      messageIds = Arrays.copyOf(messageIds, messageId + (messageId >> 1) + 16);
      Arrays.fill(messageIds, known, messageIds.length, UNKNOWN);
    }
    if (messageIds[messageId] == UNKNOWN) {
      messageIds[messageId] =
          steps
              .runner()
              .messages()
              .messageIdOf(
                  runner.messages().sender(messageId),
                  runner.messages().restore(messageId, Arrangement.FORWARD));
    }
    return messageIds[messageId];
  }
}
