package dev.parley.protocols.echo;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Echo multicast (Reiter, "Secure Agreement Protocols: Reliable and Atomic Group Multicast in
 * Rampart", 1994): whatever an initiator does, no two honest receivers deliver different messages
 * of it, as long as less than a third of the receivers lie.
 *
 * <ol>
 *   <li><b>Initial.</b> The initiator sends its message to all receivers.
 *   <li><b>Echo.</b> A receiver confirms, by its signature, the first message it gets from an
 *       initiator, and no other.
 *   <li><b>Commit.</b> Once more than two thirds of the receivers have confirmed its message, the
 *       initiator sends the message with their signatures to all receivers. A receiver that finds
 *       enough signatures delivers the message.
 * </ol>
 *
 * <p>Two different messages of one initiator would each need the signatures of more than two thirds
 * of the receivers. More than a third, and so an honest one among them, would have to sign both.
 *
 * <p>Nodes that lie follow the strategies against which the MP-Basset paper tests the protocol. A
 * Byzantine initiator splits the honest receivers into two groups, in every possible way, and sends
 * another message to each group. A Byzantine receiver signs both of them; to an honest initiator it
 * sends a confirmation of something that was never sent. Signatures cannot be forged: the sender of
 * an echo is its signer, and nobody names a signer whose echo it has not got.
 *
 * <p>A setting gives the numbers of honest receivers, honest initiators, Byzantine receivers and
 * Byzantine initiators, in this order. Initiators do not receive. {@link SingleMessageMulticast} is
 * the same with one message per step.
 */
@Protocol(
    name = "echo-multicast",
    description =
        "Echo multicast with quorum steps: honest receivers agree on what an initiator multicast,"
            + " even if it lies.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class EchoMulticast {
  private EchoMulticast() {}

  /** The protocol as it should be, with less than a third of the receivers lying. */
  @Instance(with = {3, 0, 1, 1})
  @Instance(with = {2, 1, 0, 1})
  @Instance(with = {3, 1, 1, 0})
  @Instance(with = {3, 1, 1, 1})
  static void multicast(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new HonestReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestQuorumInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new ByzantineQuorumInitiator(quorum));
  }

  /** A Byzantine initiator that also tries to commit without any signatures. */
  @Instance(with = {2, 0, 0, 1})
  static void bluffing(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new HonestReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestQuorumInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new BluffingInitiator(quorum));
  }

  /**
   * Broken by its parameters, the "wrong agreement" of the MP-Basset paper: half of the receivers
   * lie. The counterexample: each of two honest receivers signs another message, the two Byzantine
   * ones sign both, and with three signatures out of four either message is committed.
   */
  @Instance(
      with = {2, 1, 2, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void tooManyByzantine(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    multicast(t, honestReceivers, honestInitiators, byzantineReceivers, byzantineInitiators);
  }

  /**
   * Broken: a simple majority of signatures is taken to be enough. The counterexample: two honest
   * receivers sign the one message, two the other, a single Byzantine one both; that makes three
   * signatures out of five for either.
   */
  @Instance(
      with = {4, 0, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void majorityCommits(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = (honestReceivers + byzantineReceivers) / 2 + 1;
    t.add("Receiver", honestReceivers, i -> new HonestReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestQuorumInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new ByzantineQuorumInitiator(quorum));
  }

  /**
   * Broken: in {@code bluffing}, receivers do not look at the signatures. The counterexample: one
   * receiver delivers a message that nobody signed, the other one that both of them signed.
   */
  @Instance(
      with = {2, 0, 0, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void signaturesUnchecked(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new GullibleReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestQuorumInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new BluffingInitiator(quorum));
  }

  static int moreThanTwoThirds(int receivers) {
    return 2 * receivers / 3 + 1;
  }

  @Invariant("no two honest receivers deliver different messages of one initiator")
  static boolean agreement(World w) {
    return !differ(w.nodes(HonestReceiver.class).stream().map(receiver -> receiver.delivered));
  }

  @Invariant("of an honest initiator only what it multicasts is delivered")
  static boolean integrity(World w) {
    return w.nodes(HonestReceiver.class).stream()
        .flatMap(receiver -> receiver.delivered.entrySet().stream())
        .allMatch(d -> ((Initiator) w.node(d.getKey())).mayMulticast(d.getValue()));
  }

  @Terminal("in the end all honest receivers have delivered what honest initiators multicast")
  static boolean honestMessagesAreDelivered(World w) {
    int honest = w.nodes(HonestInitiator.class).size();
    return w.nodes(HonestReceiver.class).stream()
        .map(receiver -> receiver.delivered.keySet().stream())
        .allMatch(ids -> ids.filter(id -> w.node(id) instanceof HonestInitiator).count() == honest);
  }

  @Reachable("every honest receiver may deliver a message of every initiator")
  static boolean everythingIsDelivered(World w) {
    int initiators = w.nodes(Initiator.class).size();
    return w.nodes(HonestReceiver.class).stream().allMatch(r -> r.delivered.size() == initiators);
  }

  @Reachable("honest receivers may confirm different messages, if there is a Byzantine initiator")
  static boolean receiversAreSplit(World w) {
    return w.nodes(ByzantineInitiator.class).isEmpty()
        || differ(w.nodes(HonestReceiver.class).stream().map(receiver -> receiver.confirmed));
  }

  /** Whether receivers have different messages of one initiator. */
  private static boolean differ(Stream<Map<NodeId, Integer>> receivers) {
    return receivers
        .flatMap(messages -> messages.entrySet().stream())
        .distinct()
        .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.counting()))
        .values()
        .stream()
        .anyMatch(different -> different > 1);
  }

  /** An initiator to all receivers: confirm this. */
  record Initial(int content) {}

  /** A receiver to the initiator: this is what I got from you. Signed by its sender. */
  record Echo(int content) {}

  /** An initiator to all receivers: deliver this, which these receivers have signed. */
  record Commit(int content, Set<NodeId> signers) {}

  /** What all initiators have in common. */
  abstract static class Initiator extends Node {
    private final int quorum;

    Initiator(int quorum) {
      this.quorum = quorum;
    }

    final int quorum() {
      return quorum;
    }

    final void commit(int content, Set<NodeId> signers) {
      sendToAll(Receiver.class, new Commit(content, signers));
    }

    abstract boolean mayMulticast(int content);
  }

  /** Multicasts one message. */
  abstract static class HonestInitiator extends Initiator {
    private static final int CONTENT = 3;
    boolean committed;

    HonestInitiator(int quorum) {
      super(quorum);
    }

    @Step(once = true)
    void multicast() {
      sendToAll(Receiver.class, new Initial(CONTENT));
    }

    /** Whether the echo helps: a Byzantine receiver's confirms something else. */
    final boolean confirms(Echo echo) {
      return !committed && echo.content() == CONTENT;
    }

    final void commit(Set<NodeId> signers) {
      committed = true;
      commit(CONTENT, signers);
    }

    @Override
    final boolean mayMulticast(int content) {
      return content == CONTENT;
    }
  }

  /** Takes a quorum of confirmations in one step. */
  static final class HonestQuorumInitiator extends HonestInitiator {
    HonestQuorumInitiator(int quorum) {
      super(quorum);
    }

    @Receive(quorum = "quorum", when = "confirmed")
    void commit(Quorum<Echo> echoes) {
      commit(echoes.senders().collect(Collectors.toSet()));
    }

    boolean confirmed(Quorum<Echo> echoes) {
      return echoes.messages().allMatch(this::confirms);
    }
  }

  /** Tells one group of honest receivers this, the other that, and its accomplices both. */
  abstract static class ByzantineInitiator extends Initiator {
    final Set<Integer> committed = new HashSet<>();

    ByzantineInitiator(int quorum) {
      super(quorum);
    }

    @Step(once = true)
    void multicast() {
      for (NodeId receiver : ids(HonestReceiver.class)) {
        send(receiver, new Initial(choose(1, 2)));
      }
      sendToAll(ByzantineReceiver.class, new Initial(1));
      sendToAll(ByzantineReceiver.class, new Initial(2));
    }

    final void commitAsWell(int content, Set<NodeId> signers) {
      committed.add(content);
      commit(content, signers);
    }

    @Override
    final boolean mayMulticast(int content) {
      return content == 1 || content == 2;
    }
  }

  /** Takes a quorum of confirmations of either message in one step. */
  static class ByzantineQuorumInitiator extends ByzantineInitiator {
    ByzantineQuorumInitiator(int quorum) {
      super(quorum);
    }

    @Receive(quorum = "quorum", when = "confirmed")
    void commit(Quorum<Echo> echoes) {
      int content = echoes.deliveries().get(0).message().content();
      commitAsWell(content, echoes.senders().collect(Collectors.toSet()));
    }

    boolean confirmed(Quorum<Echo> echoes) {
      return echoes.messages().distinct().count() == 1
          && echoes.messages().noneMatch(echo -> committed.contains(echo.content()));
    }
  }

  /** Does not even wait for confirmations of its second message. */
  static final class BluffingInitiator extends ByzantineQuorumInitiator {
    BluffingInitiator(int quorum) {
      super(quorum);
    }

    @Step(once = true)
    void bluff() {
      commit(2, Set.of());
    }
  }

  /** Where initiators send to. */
  abstract static class Receiver extends Node {}

  /** Confirms one message of each initiator, delivers what enough receivers have confirmed. */
  static class HonestReceiver extends Receiver {
    // Sorted, because properties look up the initiators in the order of the keys, and what a
    // property looks at must not depend on the order of a hash table.
    final Map<NodeId, Integer> confirmed = new TreeMap<>();
    final Map<NodeId, Integer> delivered = new TreeMap<>();
    private final int quorum;

    HonestReceiver(int quorum) {
      this.quorum = quorum;
    }

    @Receive
    void initial(Initial m, NodeId from) {
      if (confirmed.putIfAbsent(from, m.content()) == null) {
        send(from, new Echo(m.content()));
      }
    }

    @Receive
    void commit(Commit m, NodeId from) {
      if (valid(m)) {
        delivered.putIfAbsent(from, m.content());
      }
    }

    boolean valid(Commit m) {
      return m.signers().size() >= quorum;
    }
  }

  /** Broken: takes the initiator's word for it. */
  static final class GullibleReceiver extends HonestReceiver {
    GullibleReceiver(int quorum) {
      super(quorum);
    }

    @Override
    boolean valid(Commit m) {
      return true;
    }
  }

  /** Signs all that a Byzantine initiator sends, and nothing that an honest one does. */
  static final class ByzantineReceiver extends Receiver {
    private static final int NEVER_SENT = 0;

    @Receive
    void initial(Initial m, NodeId from) {
      boolean accomplice = ids(ByzantineInitiator.class).contains(from);
      send(from, new Echo(accomplice ? m.content() : NEVER_SENT));
    }

    @Receive
    void ignore(Commit m) {}
  }
}
