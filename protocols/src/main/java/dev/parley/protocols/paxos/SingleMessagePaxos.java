package dev.parley.protocols.paxos;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.paxos.Paxos.Accept;
import dev.parley.protocols.paxos.Paxos.Acceptor;
import dev.parley.protocols.paxos.Paxos.LastRememberingAcceptor;
import dev.parley.protocols.paxos.Paxos.Learner;
import dev.parley.protocols.paxos.Paxos.PromiseBreakingAcceptor;
import dev.parley.protocols.paxos.Paxos.PromiseByReadAcceptor;
import dev.parley.protocols.paxos.Paxos.Proposer;
import dev.parley.protocols.paxos.Paxos.ReadReply;
import dev.parley.protocols.paxos.Paxos.Write;
import java.util.HashSet;
import java.util.Set;

/**
 * {@link Paxos} as it is usually programmed: every step consumes one message. Proposer and learner
 * therefore have to keep what they received, with its sender, and act with the message that
 * completes a quorum. The proposer has then done its part and forgets the replies; further ones
 * stay pending. The learner, which cannot know what else will be accepted, forgets nothing.
 *
 * <p>The order in which a quorum comes together shows up in intermediate states that the quorum
 * steps of {@link Paxos} do not have. The two protocols can do the same; their state counts tell
 * what the difference in style costs.
 */
@Protocol(
    name = "paxos-single-message",
    description =
        "Single-decree Paxos, one message per step: received messages are kept until they are a"
            + " quorum.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class SingleMessagePaxos {
  private SingleMessagePaxos() {}

  /** The protocol as it should be. */
  @Instance(with = {2, 3, 2})
  static void paxos(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new CollectingLearner(quorum));
  }

  /** Several learners; quorums are majorities. */
  @Instance(with = {1, 3, 2})
  static void severalLearners(Topology t, int proposers, int acceptors, int learners) {
    int quorum = acceptors / 2 + 1;
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", learners, i -> new CollectingLearner(quorum));
  }

  /** Broken as {@code promiseBroken} of {@link Paxos}, and by the same counterexample. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promiseBroken(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add("Acceptor", acceptors - 1, i -> new Acceptor(false))
        .add("Acceptor", new PromiseBreakingAcceptor(false))
        .add("Learner", new CollectingLearner(quorum));
  }

  /** Broken as {@code promisesBroken} of {@link Paxos}, and by the same counterexample. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promisesBroken(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add("Acceptor", acceptors, i -> new PromiseBreakingAcceptor(false))
        .add("Learner", new CollectingLearner(quorum));
  }

  /** Broken as {@code lastRemembered} of {@link Paxos}, and by the same counterexample. */
  @Instance(
      with = {3, 3, 2},
      tags = "nightly",
      expect = Verdict.VIOLATED,
      violates = "agreement",
      budget = @Budget(states = 200_000_000, time = "1h"))
  static void lastRemembered(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add("Acceptor", acceptors - 1, i -> new PromiseByReadAcceptor(false))
        .add("Acceptor", new LastRememberingAcceptor(false))
        .add("Learner", new CollectingLearner(quorum));
  }

  /** Broken as {@code repliesIgnored} of {@link Paxos}, and by the same counterexample. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void repliesIgnored(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new StubbornProposer(ballot, quorum))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new CollectingLearner(quorum));
  }

  /** Broken as {@code quorumTooSmall} of {@link Paxos}, and by the same counterexample. */
  @Instance(
      with = {2, 2, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void quorumTooSmall(Topology t, int proposers, int acceptors, int quorum) {
    paxos(t, proposers, acceptors, quorum);
  }

  /** Broken: the learner counts acceptances without looking at what was accepted. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void acceptancesMixed(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new CollectingProposer(ballot, quorum))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new MixingLearner(quorum));
  }

  @Invariant("no two values are learned")
  static boolean agreement(World w) {
    return Paxos.agreement(w);
  }

  @Invariant("only values that some proposer proposes are learned")
  static boolean validity(World w) {
    return Paxos.validity(w);
  }

  @Terminal("once everything has come to rest, a value is learned")
  static boolean somethingIsLearned(World w) {
    return Paxos.somethingIsLearned(w);
  }

  @Reachable("the proposer with the lowest ballot may win")
  static boolean lowestBallotWins(World w) {
    return Paxos.lowestBallotWins(w);
  }

  @Reachable("the proposer with the highest ballot may win")
  static boolean highestBallotWins(World w) {
    return Paxos.highestBallotWins(w);
  }

  /** Collects replies until they are a quorum. */
  static class CollectingProposer extends Proposer {
    private final int quorum;
    private final Set<Delivery<ReadReply>> replies = new HashSet<>();
    private boolean wrote;

    CollectingProposer(int ballot, int quorum) {
      super(ballot, false);
      this.quorum = quorum;
    }

    @Receive(when = "waiting")
    void reply(ReadReply m, NodeId from) {
      replies.add(new Delivery<>(from, m));
      if (replies.size() == quorum) {
        sendToAll(Acceptor.class, new Write(ballot, valueAfter(replies)));
        wrote = true;
        replies.clear();
      }
    }

    boolean waiting() {
      return !wrote;
    }
  }

  /** Broken: does not care what the acceptors have accepted before. */
  static final class StubbornProposer extends CollectingProposer {
    StubbornProposer(int ballot, int quorum) {
      super(ballot, quorum);
    }

    @Override
    int valueAfter(Iterable<Delivery<ReadReply>> replies) {
      return ballot;
    }
  }

  /** Collects acceptances and learns what a quorum of them agrees on. */
  static class CollectingLearner extends Learner {
    private final int quorum;
    private final Set<Delivery<Accept>> acceptances = new HashSet<>();

    CollectingLearner(int quorum) {
      super(false);
      this.quorum = quorum;
    }

    @Receive
    void accepted(Accept m, NodeId from) {
      acceptances.add(new Delivery<>(from, m));
      if (acceptances.stream().filter(a -> counts(a.message(), m)).count() >= quorum) {
        learned.add(m.value());
      }
    }

    /** Whether one acceptance counts together with another: both must be of one proposal. */
    boolean counts(Accept one, Accept other) {
      return one.equals(other);
    }
  }

  /** Broken: whatever is accepted counts for the acceptance that completes the quorum. */
  static final class MixingLearner extends CollectingLearner {
    MixingLearner(int quorum) {
      super(quorum);
    }

    @Override
    boolean counts(Accept one, Accept other) {
      return true;
    }
  }
}
