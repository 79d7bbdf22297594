package dev.parley.protocols.echo;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.echo.EchoMulticast.ByzantineInitiator;
import dev.parley.protocols.echo.EchoMulticast.ByzantineReceiver;
import dev.parley.protocols.echo.EchoMulticast.Echo;
import dev.parley.protocols.echo.EchoMulticast.GullibleReceiver;
import dev.parley.protocols.echo.EchoMulticast.HonestInitiator;
import dev.parley.protocols.echo.EchoMulticast.HonestReceiver;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * {@link EchoMulticast} as it is usually programmed: every step consumes one message. Initiators
 * keep the signatures they received until they are enough, and then forget them; confirmations that
 * come later, or are of no use, stay pending.
 */
@Protocol(
    name = "echo-multicast-single-message",
    description =
        "Echo multicast, one message per step: initiators keep signatures until they are enough.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class SingleMessageMulticast {
  private SingleMessageMulticast() {}

  /** The protocol as it should be, with less than a third of the receivers lying. */
  @Instance(with = {3, 0, 1, 1})
  @Instance(with = {2, 1, 0, 1})
  @Instance(with = {3, 1, 1, 0})
  @Instance(
      with = {3, 1, 1, 1},
      tags = "large")
  static void multicast(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = EchoMulticast.moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new HonestReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestCollectingInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add(
            "ByzantineInitiator",
            byzantineInitiators,
            i -> new ByzantineCollectingInitiator(quorum));
  }

  /** A Byzantine initiator that also tries to commit without any signatures. */
  @Instance(with = {2, 0, 0, 1})
  static void bluffing(
      Topology t,
      int honestReceivers,
      int honestInitiators,
      int byzantineReceivers,
      int byzantineInitiators) {
    int quorum = EchoMulticast.moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new HonestReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestCollectingInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new BluffingInitiator(quorum));
  }

  /** Broken as {@code tooManyByzantine} of {@link EchoMulticast}; so is the counterexample. */
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

  /** Broken as {@code majorityCommits} of {@link EchoMulticast}; so is the counterexample. */
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
        .add("Initiator", honestInitiators, i -> new HonestCollectingInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add(
            "ByzantineInitiator",
            byzantineInitiators,
            i -> new ByzantineCollectingInitiator(quorum));
  }

  /** Broken as {@code signaturesUnchecked} of {@link EchoMulticast}; so is the counterexample. */
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
    int quorum = EchoMulticast.moreThanTwoThirds(honestReceivers + byzantineReceivers);
    t.add("Receiver", honestReceivers, i -> new GullibleReceiver(quorum))
        .add("Initiator", honestInitiators, i -> new HonestCollectingInitiator(quorum))
        .add("ByzantineReceiver", byzantineReceivers, i -> new ByzantineReceiver())
        .add("ByzantineInitiator", byzantineInitiators, i -> new BluffingInitiator(quorum));
  }

  @Invariant("no two honest receivers deliver different messages of one initiator")
  static boolean agreement(World w) {
    return EchoMulticast.agreement(w);
  }

  @Invariant("of an honest initiator only what it multicasts is delivered")
  static boolean integrity(World w) {
    return EchoMulticast.integrity(w);
  }

  @Terminal("in the end all honest receivers have delivered what honest initiators multicast")
  static boolean honestMessagesAreDelivered(World w) {
    return EchoMulticast.honestMessagesAreDelivered(w);
  }

  @Reachable("every honest receiver may deliver a message of every initiator")
  static boolean everythingIsDelivered(World w) {
    return EchoMulticast.everythingIsDelivered(w);
  }

  @Reachable("honest receivers may confirm different messages, if there is a Byzantine initiator")
  static boolean receiversAreSplit(World w) {
    return EchoMulticast.receiversAreSplit(w);
  }

  /** Collects confirmations of its message until they are a quorum. */
  static final class HonestCollectingInitiator extends HonestInitiator {
    private final Set<NodeId> signers = new HashSet<>();

    HonestCollectingInitiator(int quorum) {
      super(quorum);
    }

    @Receive(when = "useful")
    void confirmed(Echo m, NodeId from) {
      signers.add(from);
      if (signers.size() == quorum()) {
        commit(Set.copyOf(signers));
        signers.clear();
      }
    }

    boolean useful(Echo m, NodeId from) {
      return confirms(m);
    }
  }

  /** Collects confirmations of either message until they are a quorum. */
  static class ByzantineCollectingInitiator extends ByzantineInitiator {
    private final Map<Integer, Set<NodeId>> signers = new HashMap<>();

    ByzantineCollectingInitiator(int quorum) {
      super(quorum);
    }

    @Receive(when = "useful")
    void confirmed(Echo m, NodeId from) {
      Set<NodeId> signed = signers.computeIfAbsent(m.content(), content -> new HashSet<>());
      signed.add(from);
      if (signed.size() == quorum()) {
        commitAsWell(m.content(), Set.copyOf(signed));
        signers.remove(m.content());
      }
    }

    boolean useful(Echo m, NodeId from) {
      return !committed.contains(m.content());
    }
  }

  /** Does not even wait for confirmations of its second message. */
  static final class BluffingInitiator extends ByzantineCollectingInitiator {
    BluffingInitiator(int quorum) {
      super(quorum);
    }

    @Step(once = true)
    void bluff() {
      commit(2, Set.of());
    }
  }
}
