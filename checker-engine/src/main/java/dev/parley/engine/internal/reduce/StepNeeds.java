package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Handler;
import dev.parley.engine.options.PartialOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Needs from what is known of local steps: a need is a packet, one message with sender and
 * receiver.
 *
 * <p>For a node in local state l with inbox I, every step (l, h, X) of its graph with X not within
 * I lacks some packet; it cannot happen before that packet is sent, so any one missing packet is a
 * clause's choice. Steps of other local states cannot happen before the node itself has stepped.
 *
 * <p>A packet is sent by events (h, X) of its sender, in local states it can still come to. If X is
 * within the sender's inbox, whatever the sender does next may lead there. If not, a packet of X is
 * missing, and the event cannot happen before that is sent.
 *
 * <p>Without quorum-split all sets that a quorum handler could consume are one transition: each
 * packet that any of them lacks is needed. Without reply-split all messages that a reply handler
 * answers are one transition: to send one of its replies, any message it answers will do.
 */
final class StepNeeds implements Needs {
  private static final int LAST_RANK = 2;

  private final Translation translation;
  private final LocalSteps steps;
  private final PartialOrder options;
  private final Cycles cycles;
  private final DeadPackets dead;
  private final Optional<IdlePackets> idle;
  private final boolean[][] splits;
  private final boolean[][] replies;
  private final int[][] ranks;
  private final int[] missing;

  StepNeeds(
      Participants participants,
      Translation translation,
      PartialOrder options,
      DeadPackets dead,
      boolean idleFirst,
      Premises premises) {
    this.translation = translation;
    this.steps = translation.steps();
    this.options = options;
    this.dead = dead;
    this.cycles = Cycles.of(steps, participants.count(), dead, premises);
    int count = participants.count();
    this.idle = idleFirst ? Optional.of(new IdlePackets(steps, cycles, count)) : Optional.empty();
    splits = new boolean[count][];
    replies = new boolean[count][];
    ranks = new int[count][];
    missing = new int[steps.packetCount()];
    for (int node = 0; node < count; node++) {
      classify(node, participants);
    }
  }

  private void classify(int node, Participants participants) {
    LocalGraph graph = steps.graph(node);
    int handlers = participants.type(node).handlers().size();
    splits[node] = new boolean[handlers];
    replies[node] = new boolean[handlers];
    ranks[node] = new int[handlers];
    Arrays.fill(replies[node], true);
    Arrays.fill(ranks[node], LAST_RANK);
    for (LocalGraph.Edge edge : graph.edges()) {
      int handler = graph.handler(edge.event());
      replies[node][handler] = replies[node][handler] && answers(graph, edge);
      if (edge.sent().length > 0) {
        ranks[node][handler] = 1;
      }
    }
    for (Handler handler : participants.type(node).handlers()) {
      boolean quorum = handler.kind() == Handler.Kind.QUORUM;
      splits[node][handler.index()] = !quorum || options.splitsQuorums();
      if (handler.kind() == Handler.Kind.STEP) {
        ranks[node][handler.index()] = 0;
        replies[node][handler.index()] = false;
      }
    }
  }

  /** Whether a step sends to senders of what it consumes only. */
  private boolean answers(LocalGraph graph, LocalGraph.Edge edge) {
    for (int sent : edge.sent()) {
      boolean answers = false;
      for (int packet : graph.packets(edge.event())) {
        answers |= steps.sender(packet) == steps.recipient(sent);
      }
      if (!answers) {
        return false;
      }
    }
    return true;
  }

  /** Whether every state space of these local steps is finite in one direction: no cycles. */
  boolean acyclic() {
    return cycles.none();
  }

  @Override
  public boolean knows(int node, int cell) {
    return steps.isAll() || translation.knows(node, cell);
  }

  @Override
  public int sender(int need) {
    return steps.sender(need);
  }

  @Override
  public int count() {
    return steps.packetCount();
  }

  @Override
  public int ofNode(int node, int cell, ClauseBook book) {
    LocalGraph graph = steps.graph(node);
    int index = translation.index(node, cell);
    BitSet pending = translation.pending(node, cell);
    Clauses clauses = new Clauses();
    for (LocalGraph.Edge edge : graph.from(index)) {
      int[] packets = graph.packets(edge.event());
      if (!dead.neverConsumed(node, index, packets) && !isIdle(node, index, packets)) {
        require(node, graph, edge.event(), pending, clauses);
      }
    }
    return clauses.writeTo(book);
  }

  private boolean isIdle(int node, int index, int[] packets) {
    return packets.length == 1 && idle.isPresent() && idle.get().isIdle(node, index, packets[0]);
  }

  @Override
  public boolean isIdle(int node, int local, int messageId) {
    return idle.isPresent()
        && idle.get()
            .isIdle(node, translation.indexOf(node, local), translation.packet(node, messageId));
  }

  /** Answers false if nothing is missing. */
  private boolean require(int node, LocalGraph graph, int event, BitSet pending, Clauses clauses) {
    int[] packets = graph.packets(event);
    int count = 0;
    for (int packet : packets) {
      if (!pending.get(packet)) {
        missing[count++] = packet;
      }
    }
    if (count > 0 && splits[node][graph.handler(event)]) {
      clauses.anyOf(missing, count);
    } else {
      clauses.all(missing, count);
    }
    return count > 0;
  }

  @Override
  public int ofNeed(int packet, int cell, ClauseBook book) {
    int node = steps.sender(packet);
    LocalGraph graph = steps.graph(node);
    int index = translation.index(node, cell);
    BitSet events = graph.futureSenders(index, packet);
    if (events.isEmpty()) {
      return NEVER;
    }
    if (!options.splitsReplies()) {
      joinReplies(node, graph, index, events);
    }
    BitSet pending = translation.pending(node, cell);
    Clauses clauses = new Clauses();
    boolean lacking = true;
    for (int event = events.nextSetBit(0); event >= 0 && lacking; ) {
      lacking = require(node, graph, event, pending, clauses);
      event = events.nextSetBit(event + 1);
    }
    return lacking ? clauses.writeTo(book) : SENDER;
  }

  private void joinReplies(int node, LocalGraph graph, int index, BitSet events) {
    BitSet handlers = new BitSet();
    events.stream().map(graph::handler).filter(h -> replies[node][h]).forEach(handlers::set);
    graph.futureEvents(index).stream()
        .filter(event -> handlers.get(graph.handler(event)))
        .forEach(events::set);
  }

  @Override
  public boolean closesCycle(int node, int cell) {
    if (cycles.none()) {
      return false;
    }
    boolean leadsOn = false;
    for (LocalGraph.Edge edge : steps.graph(node).from(translation.index(node, cell))) {
      if (isEnabled(node, cell, edge)) {
        if (cycles.mayClose(edge)) {
          return true;
        }
        leadsOn |= !cycles.mayStandStill(edge);
      }
    }
    return !leadsOn;
  }

  @Override
  public int rank(int node, int cell) {
    int least = LAST_RANK;
    for (LocalGraph.Edge edge : steps.graph(node).from(translation.index(node, cell))) {
      int rank = ranks[node][steps.graph(node).handler(edge.event())];
      least = rank < least && isEnabled(node, cell, edge) ? rank : least;
    }
    return least;
  }

  private boolean isEnabled(int node, int cell, LocalGraph.Edge edge) {
    return translation.arePending(node, cell, steps.graph(node).packets(edge.event()));
  }
}
