package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.infer.FieldReads;
import dev.parley.engine.internal.sends.Recipients;
import dev.parley.engine.internal.sends.Send;
import dev.parley.engine.internal.sends.SendRelation;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.PartialOrder;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Needs from byte code: a need is "some message that this handler of this node takes, from that
 * node". This is the knowledge of MP-Basset's static reduction (Bokor et al., section III), with
 * handlers for transitions: coarser than {@link StepNeeds}, since it knows nothing of guards, local
 * states and the contents of messages, but it needs no trial runs.
 *
 * <p>For a node, every handler may get another message from whoever may send it one. A single
 * message is enough for most; a quorum handler needs messages of q different senders. While
 * messages of fewer than q senders are pending, every quorum contains a message that is still to be
 * sent. To be sure that the set contains one of its senders, it must contain all but q - 1 of the
 * possible senders, where those whose messages are pending count as not contained. That is
 * quorum-split; without it the set contains all possible senders.
 *
 * <p><b>Present and future.</b> A node in the set does not leave its local state before a
 * transition of the set is taken, so what its handlers need may be read from that state. The sender
 * of a need is not in the set: it may step by itself, or because others send to it. So only those
 * facts about its local state count that hold in all later ones too: that a {@code once} step has
 * run, and the size of a quorum if byte code shows that it is the same in all local states ({@link
 * FieldReads#isFixed}). Any other size counts as 1. Guards are not asked at all. Of its inbox only
 * missing messages count: a missing message must still be sent, whatever the sender does meanwhile.
 * A pending one may be consumed by then; that makes more messages missing, not fewer.
 *
 * <p>A need is met by those handlers of its sender that may send such a message to that node. A
 * handler that only replies does so only if it gets a message from there; without reply-split, any
 * message it gets will do.
 */
final class ByteCodeNeeds implements Needs {
  private final Participants participants;
  private final StepRunner runner;
  private final StateSpace space;
  private final SendRelation relation;
  private final FieldReads reads;
  private final PartialOrder options;
  private final Premises premises;
  private final BitSet closing = new BitSet();

  /** For each node, its handlers; a restart, which comes last, is none of them. */
  private final List<List<Handler>> steps = new ArrayList<>();

  /**
   * Every handler of every node has a number, its port: for each node that of its first handler.
   */
  private final int[] firstPorts;

  /** The node of each port. */
  private final int[] nodeAt;

  /** Needs: first the node and handler, as {@link #port}, second the sender. */
  private final PairTable needs = new PairTable();

  /** By {@link #port}, the nodes that may send something to a handler. */
  private final Map<Integer, int[]> feeders = new HashMap<>();

  ByteCodeNeeds(
      Participants participants,
      StepRunner runner,
      StateSpace space,
      SendRelation relation,
      FieldReads reads,
      PartialOrder options,
      Premises premises) {
    this.premises = premises;
    this.participants = participants;
    this.runner = runner;
    this.space = space;
    this.relation = relation;
    this.reads = reads;
    this.options = options;
    for (int node = 0; node < participants.count(); node++) {
      List<Handler> all = participants.type(node).handlers();
      steps.add(all.stream().filter(handler -> !handler.isRestart()).toList());
    }
    firstPorts = new int[participants.count()];
    nodeAt =
        IntStream.range(0, firstPorts.length)
            .flatMap(node -> handlers(node).stream().mapToInt(handler -> node))
            .toArray();
    for (int node = 1; node < firstPorts.length; node++) {
      firstPorts[node] = firstPorts[node - 1] + handlers(node - 1).size();
    }
    findCycles();
    findNeeds();
  }

  // Who may send to whom --------------------------------------------------------------------------

  private int port(int node, Handler handler) {
    return firstPorts[node] + handler.index();
  }

  private Handler handlerAt(int port) {
    return handlers(nodeAt[port]).get(port - firstPorts[nodeAt[port]]);
  }

  private int need(int node, Handler handler, int sender) {
    return needs.intern(port(node, handler), sender);
  }

  /** What a node does when it restarts is no step of it: see {@code FaultyEnvironment}. */
  private List<Handler> handlers(int node) {
    return steps.get(node);
  }

  /**
   * What a node may send by. That a restart sends something only matters as long as the node is
   * exposed, and then no set leaves open whether it does; but a set must know that it may.
   */
  private List<Handler> senders(int node) {
    return premises.mayRestart().test(node) ? participants.type(node).handlers() : handlers(node);
  }

  /** Whether a handler of one node may send something that a handler of another takes. */
  private boolean mayFeed(int sender, Handler by, int node, Handler handler) {
    return handler.kind() != Handler.Kind.STEP
        && feeds(sender, by, node, handler).stream().findAny().isPresent();
  }

  private List<Send> feeds(int sender, Handler by, int node, Handler handler) {
    NodeType type = participants.type(sender);
    return relation.sendsOf(type, by).stream()
        .filter(send -> reaches(send.recipients(), sender, by, node))
        .filter(send -> send.types().stream().anyMatch(t -> mayBeBoth(t, handler.messageType())))
        .toList();
  }

  private boolean reaches(Recipients recipients, int sender, Handler by, int node) {
    return switch (recipients.kind()) {
      case ANY -> true;
      case ROLE -> recipients.role().orElseThrow().isAssignableFrom(participants.type(node).type());
      case SENDER -> by.kind() != Handler.Kind.STEP;
      case SELF -> sender == node;
    };
  }

  /** Whether an object may be of both types. */
  private static boolean mayBeBoth(Class<?> one, Class<?> other) {
    return one.isAssignableFrom(other)
        || other.isAssignableFrom(one)
        || (one.isInterface() && !Modifier.isFinal(other.getModifiers()))
        || (other.isInterface() && !Modifier.isFinal(one.getModifiers()));
  }

  /** Whether all that a handler may send to another node's handler are replies. */
  private boolean onlyReplies(int sender, Handler by, int node, Handler handler) {
    return feeds(sender, by, node, handler).stream()
        .allMatch(send -> send.recipients().kind() == Recipients.Kind.SENDER);
  }

  /** The nodes that may send something to a handler. */
  private int[] feeders(int node, Handler handler) {
    return feeders.computeIfAbsent(
        port(node, handler),
        port ->
            IntStream.range(0, participants.count())
                .filter(
                    sender ->
                        senders(sender).stream().anyMatch(by -> mayFeed(sender, by, node, handler)))
                .toArray());
  }

  /** Numbers all possible needs: for each handler, one for each node that may send to it. */
  private void findNeeds() {
    for (int node = 0; node < participants.count(); node++) {
      for (Handler handler : handlers(node)) {
        for (int sender : feeders(node, handler)) {
          need(node, handler, sender);
        }
      }
    }
  }

  // Needs --------------------------------------------------------------------------------------

  @Override
  public boolean knows(int node, int cell) {
    return true;
  }

  @Override
  public int sender(int need) {
    return needs.second(need);
  }

  @Override
  public int count() {
    return needs.size();
  }

  @Override
  public int ofNode(int node, int cell, ClauseBook book) {
    Clauses clauses = new Clauses();
    for (Handler handler : handlers(node)) {
      if (handler.kind() != Handler.Kind.STEP) {
        require(node, cell, handler, size(node, cell, handler), clauses);
      }
    }
    return clauses.writeTo(book);
  }

  /**
   * What must happen before a handler gets a message that it lacks.
   *
   * @param size how many messages it takes at least
   */
  private void require(int node, int cell, Handler handler, int size, Clauses clauses) {
    BitSet possible = new BitSet();
    IntStream.of(feeders(node, handler)).forEach(possible::set);
    BitSet present = pendingSenders(node, cell, handler);
    if (handler.kind() == Handler.Kind.QUORUM
        && options.splitsQuorums()
        && present.cardinality() < size) {
      BitSet absent = (BitSet) possible.clone();
      absent.andNot(present);
      possible.or(present);
      clauses.atLeast(
          possible.cardinality() - size + 1,
          absent.stream().map(sender -> need(node, handler, sender)).toArray());
    } else {
      clauses.all(
          possible.stream().map(sender -> need(node, handler, sender)).toArray(),
          possible.cardinality());
    }
  }

  /** The senders of pending messages that a handler takes. */
  private BitSet pendingSenders(int node, int cell, Handler handler) {
    BitSet senders = new BitSet();
    for (int messageId : space.pending(node, cell)) {
      if (handler.messageType().isAssignableFrom(space.messages().type(messageId))) {
        senders.set(space.messages().sender(messageId));
      }
    }
    return senders;
  }

  /** How many messages it takes; 1 if asking fails, which makes the first message count. */
  private int size(int node, int cell, Handler handler) {
    if (handler.kind() == Handler.Kind.SINGLE) {
      return 1;
    }
    try {
      return Math.max(1, runner.quorumSize(node, space.local(node, cell), handler));
    } catch (ProtocolException e) {
      return 1;
    }
  }

  /**
   * How many messages it takes at least from now on. The sender of a message is not in the set that
   * is built, so it may step, and what its local state says now of the size need not be so later.
   */
  private int leastSize(int node, int cell, Handler handler) {
    boolean fixed =
        handler.size().flatMap(Handler.QuorumSize::method).map(reads::isFixed).orElse(true);
    return fixed ? size(node, cell, handler) : 1;
  }

  @Override
  public int ofNeed(int need, int cell, ClauseBook book) {
    int port = needs.first(need);
    int sender = needs.second(need);
    int node = nodeAt[port];
    Handler handler = handlerAt(port);
    Clauses clauses = new Clauses();
    boolean any = false;
    for (Handler by : handlers(sender)) {
      if (mayFeed(sender, by, node, handler)) {
        if (by.kind() == Handler.Kind.STEP) {
          if (!by.once() || !runner.hasFired(sender, space.local(sender, cell), by)) {
            return SENDER;
          }
        } else {
          boolean reply = options.splitsReplies() && onlyReplies(sender, by, node, handler);
          BitSet present = pendingSenders(sender, cell, by);
          int size = leastSize(sender, cell, by);
          if (present.cardinality() >= size && (!reply || present.get(node))) {
            return SENDER;
          }
          if (!reply || present.get(node)) {
            require(sender, cell, by, size, clauses);
            any = true;
          } else if (IntStream.of(feeders(sender, by)).anyMatch(feeder -> feeder == node)) {
            clauses.all(new int[] {need(sender, by, node)}, 1);
            any = true;
          }
        }
      }
    }
    return any ? clauses.writeTo(book) : NEVER;
  }

  // Cycles -------------------------------------------------------------------------------------

  /**
   * Like {@link Cycles}, with handlers instead of steps. On a cycle no {@code once} step runs, and
   * the messages that a handler consumes are sent by a handler on the cycle. A set of nodes is
   * chosen without which no handler would be left; the remaining handlers of these nodes may close
   * a cycle. Where what is consumed stays pending, it need not be sent again. With symmetry another
   * node may go on where one stopped, so all may.
   */
  private void findCycles() {
    BitSet still = new BitSet();
    BitSet left = left(still);
    while (!left.isEmpty()) {
      still.set(nodeAt[left.nextSetBit(0)]);
      left = left(still);
    }
    BitSet all = left(new BitSet());
    boolean symmetric = space.symmetry().isPresent();
    all.stream().filter(port -> symmetric || still.get(nodeAt[port])).forEach(closing::set);
  }

  private BitSet left(BitSet still) {
    BitSet left = new BitSet();
    for (int node = 0; node < participants.count(); node++) {
      for (Handler handler : handlers(node)) {
        left.set(port(node, handler), !still.get(node) && !handler.once());
      }
    }
    int before;
    do {
      before = left.cardinality();
      for (int port : left.stream().toArray()) {
        Handler handler = handlerAt(port);
        boolean needsMore = handler.kind() != Handler.Kind.STEP && premises.consumedIsGone();
        if (needsMore && !isFed(left, nodeAt[port], handler)) {
          left.clear(port);
        }
      }
    } while (left.cardinality() < before);
    return left;
  }

  private boolean isFed(BitSet left, int node, Handler handler) {
    return left.stream().anyMatch(by -> mayFeed(nodeAt[by], handlerAt(by), node, handler));
  }

  /** Whether it is certain that no path visits a state twice. */
  boolean acyclic() {
    return closing.isEmpty();
  }

  /** Byte code does not show what a message does in one local state and not in another. */
  @Override
  public boolean isIdle(int node, int local, int messageId) {
    return false;
  }

  @Override
  public boolean closesCycle(int node, int cell) {
    return !closing.isEmpty()
        && enabledHandlers(node, cell).stream()
            .anyMatch(handler -> closing.get(port(node, handler)));
  }

  @Override
  public int rank(int node, int cell) {
    int rank = 2;
    for (Handler handler : enabledHandlers(node, cell)) {
      boolean sends = relation.sends(participants.type(node), handler);
      rank = Math.min(rank, handler.kind() == Handler.Kind.STEP ? 0 : sends ? 1 : 2);
    }
    return rank;
  }

  private List<Handler> enabledHandlers(int node, int cell) {
    return space.enabledHandlers(node, cell).stream().mapToObj(handlers(node)::get).toList();
  }

  /** What the reduction assumes of the handlers, one sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    List<String> replies =
        participants.ids().stream()
            .map(participants::indexOf)
            .flatMap(
                node ->
                    handlers(node).stream()
                        .filter(h -> relation.isReply(participants.type(node), h))
                        .map(Handler::qualifiedName))
            .distinct()
            .sorted()
            .toList();
    if (!replies.isEmpty()) {
      notes.add(
          "replies, which enable steps of those they answer only: " + String.join(", ", replies));
    }
    notes.addAll(relation.notes());
    return notes;
  }
}
