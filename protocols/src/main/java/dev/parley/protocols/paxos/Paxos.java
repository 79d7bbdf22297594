package dev.parley.protocols.paxos;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
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
import dev.parley.protocols.RecordingNode;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Single-decree Paxos (Lamport, "The Part-Time Parliament", 1998): proposers compete to have one
 * value chosen, and whatever the order in which messages arrive, no two values are ever learned.
 *
 * <p>The algorithm, for proposers that try once, each with a ballot of its own:
 *
 * <ol>
 *   <li><b>Read.</b> A proposer asks every acceptor to take part in its ballot. An acceptor that
 *       has promised nothing higher promises not to take part in lower ballots any more, and
 *       replies with the proposal it accepted last, if there is one.
 *   <li><b>Write.</b> Once a quorum of acceptors has replied, the proposer knows everything that a
 *       lower ballot may have chosen, since any two quorums have an acceptor in common. It must
 *       take the value of the highest accepted proposal among the replies; only if there is none it
 *       is free to take its own. It asks every acceptor to accept that value.
 *   <li><b>Accept.</b> An acceptor that has not promised a higher ballot meanwhile accepts the
 *       proposal and tells the learner.
 *   <li><b>Learn.</b> A proposal accepted by a quorum is chosen; the learner learns its value.
 * </ol>
 *
 * <p>Proposers and learner consume a whole quorum of messages in one step, as the papers' models
 * do. {@link SingleMessagePaxos} is the same protocol with one message per step, at the price of
 * many more states.
 *
 * <p>What is kept small on purpose: a proposer's ballot number is also the value it proposes, 0
 * stands for "none yet", and a node forgets what it will not need again. Messages that nobody needs
 * any more (the reply of a slow acceptor) stay pending for ever.
 */
@Protocol(
    name = "paxos",
    description =
        "Single-decree Paxos with quorum steps: proposers compete, at most one value is learned.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class Paxos {
  private Paxos() {}

  /** The protocol as it should be. */
  @Instance(with = {2, 3, 2})
  @Instance(with = {2, 4, 3})
  @Instance(
      with = {3, 3, 2},
      tags = "large")
  @Instance(
      with = {2, 5, 3},
      tags = "nightly",
      budget = @Budget(states = 100_000_000, time = "1h"))
  static void paxos(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, false))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new QuorumLearner(quorum, false));
  }

  /**
   * The same with a record, at every node, of the messages it consumed last: acceptors and learner
   * note the senders too, a proposer only what it was told. The record splits states that behave
   * alike; a search that tells relevant from auxiliary content does not see it.
   */
  @Instance(with = {2, 3, 2})
  @Instance(
      with = {3, 3, 2},
      tags = "nightly",
      budget = @Budget(states = 100_000_000, time = "1h"))
  static void recorded(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, true))
        .add(acceptors, i -> new Acceptor(true))
        .add("Learner", new QuorumLearner(quorum, true));
  }

  /** Several learners, which must not disagree with each other either; quorums are majorities. */
  @Instance(with = {1, 3, 2})
  @Instance(with = {1, 4, 3})
  @Instance(with = {2, 3, 2})
  static void severalLearners(Topology t, int proposers, int acceptors, int learners) {
    int quorum = acceptors / 2 + 1;
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, false))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", learners, i -> new QuorumLearner(quorum, false));
  }

  /** Another reading of the acceptors' part, as correct as the first: acceptance binds nobody. */
  @Instance(with = {2, 3, 2})
  @Instance(
      with = {3, 3, 2},
      tags = "large")
  static void promiseByRead(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, false))
        .add("Acceptor", acceptors, i -> new PromiseByReadAcceptor(false))
        .add("Learner", new QuorumLearner(quorum, false));
  }

  /**
   * Broken, the Faulty-Paxos of the DBSS paper: one acceptor accepts all proposals, whatever it
   * promised, and so lets an overtaken ballot finish. The counterexample: one acceptor has accepted
   * the first value when the second ballot reads from the two others, finds nothing, and has its
   * own value chosen; then the faulty acceptor, although it answered that read, accepts the first
   * value as well, and it is chosen too.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promiseBroken(Topology t, int proposers, int acceptors, int quorum) {
    promiseBroken(t, proposers, acceptors, quorum, false);
  }

  /** Broken like {@code promiseBroken}, with the record of {@code recorded}. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promiseBrokenRecorded(Topology t, int proposers, int acceptors, int quorum) {
    promiseBroken(t, proposers, acceptors, quorum, true);
  }

  private static void promiseBroken(
      Topology t, int proposers, int acceptors, int quorum, boolean records) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, records))
        .add("Acceptor", acceptors - 1, i -> new Acceptor(records))
        .add("Acceptor", new PromiseBreakingAcceptor(records))
        .add("Learner", new QuorumLearner(quorum, records));
  }

  /**
   * Broken: like {@code promiseBroken}, but no acceptor keeps its promises. The counterexample: two
   * acceptors tell the second ballot that they have accepted nothing, then accept the first value
   * all the same, and the second one after it.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promisesBroken(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, false))
        .add("Acceptor", acceptors, i -> new PromiseBreakingAcceptor(false))
        .add("Learner", new QuorumLearner(quorum, false));
  }

  /**
   * Broken, the Faulty-Paxos2 of the DBSS paper: in {@code promiseByRead}, one acceptor reports the
   * proposal it accepted last instead of the highest one. It takes three ballots to notice. The
   * counterexample: the faulty acceptor accepts the second ballot's value, which is thereby chosen,
   * and then the first one's; the third ballot is told only of the first value and has it chosen.
   */
  @Instance(
      with = {3, 3, 2},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void lastRemembered(Topology t, int proposers, int acceptors, int quorum) {
    lastRemembered(t, proposers, acceptors, quorum, false);
  }

  /** Broken like {@code lastRemembered}, with the record of {@code recorded}. */
  @Instance(
      with = {3, 3, 2},
      tags = "nightly",
      expect = Verdict.VIOLATED,
      violates = "agreement",
      budget = @Budget(states = 100_000_000, time = "1h"))
  static void lastRememberedRecorded(Topology t, int proposers, int acceptors, int quorum) {
    lastRemembered(t, proposers, acceptors, quorum, true);
  }

  private static void lastRemembered(
      Topology t, int proposers, int acceptors, int quorum, boolean records) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, records))
        .add("Acceptor", acceptors - 1, i -> new PromiseByReadAcceptor(records))
        .add("Acceptor", new LastRememberingAcceptor(records))
        .add("Learner", new QuorumLearner(quorum, records));
  }

  /**
   * Broken, the Faulty Paxos of the MP-Basset paper: the learner counts acceptances without looking
   * at what was accepted. The counterexample: it takes an acceptance of the first value and one of
   * the second for a quorum and learns the first value, which was never chosen, then the second.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void acceptancesMixed(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new QuorumProposer(ballot, quorum, false))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new MixingLearner(quorum));
  }

  /**
   * Broken: proposers insist on their own values. The counterexample: the second proposer is told
   * of an accepted proposal, writes its own value nevertheless, and both get chosen.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void repliesIgnored(Topology t, int proposers, int acceptors, int quorum) {
    t.add("Proposer", proposers, ballot -> new StubbornProposer(ballot, quorum))
        .add(acceptors, i -> new Acceptor(false))
        .add("Learner", new QuorumLearner(quorum, false));
  }

  /**
   * Broken by its parameters: two quorums need not have an acceptor in common. The counterexample:
   * each of the two acceptors accepts another value, and each alone is a quorum.
   */
  @Instance(
      with = {2, 2, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void quorumTooSmall(Topology t, int proposers, int acceptors, int quorum) {
    paxos(t, proposers, acceptors, quorum);
  }

  @Invariant("no two values are learned")
  static boolean agreement(World w) {
    return w.nodes(Learner.class).stream().flatMap(l -> l.learned.stream()).distinct().count() <= 1;
  }

  @Invariant("only values that some proposer proposes are learned")
  static boolean validity(World w) {
    return w.nodes(Learner.class).stream()
        .flatMap(learner -> learner.learned.stream())
        .allMatch(value -> w.nodes(Proposer.class).stream().anyMatch(p -> p.ballot == value));
  }

  /** Nobody can overtake the highest ballot, so at the latest that one goes through. */
  @Terminal("once everything has come to rest, a value is learned")
  static boolean somethingIsLearned(World w) {
    return w.nodes(Learner.class).stream().noneMatch(learner -> learner.learned.isEmpty());
  }

  @Reachable("the proposer with the lowest ballot may win")
  static boolean lowestBallotWins(World w) {
    return w.nodes(Learner.class).stream().anyMatch(learner -> learner.learned.contains(1));
  }

  @Reachable("the proposer with the highest ballot may win")
  static boolean highestBallotWins(World w) {
    int highest = w.nodes(Proposer.class).size();
    return w.nodes(Learner.class).stream().anyMatch(learner -> learner.learned.contains(highest));
  }

  /** A proposer to all acceptors: take part in my ballot. */
  record Read(int ballot) {}

  /** An acceptor's promise, with the proposal it accepted last; zeros if there is none. */
  record ReadReply(int ballot, int acceptedBallot, int acceptedValue) {}

  /** A proposer to all acceptors: accept this value in my ballot. */
  record Write(int ballot, int value) {}

  /** An acceptor to the learner: I have accepted this proposal. */
  record Accept(int ballot, int value) {}

  /** What proposers have in common however they collect the replies. */
  abstract static class Proposer extends RecordingNode {
    final int ballot;

    Proposer(int ballot, boolean records) {
      super(records);
      this.ballot = ballot;
    }

    @Step(once = true)
    void start() {
      sendToAll(Acceptor.class, new Read(ballot));
    }

    /** The value to write after these replies, in whatever order they come. */
    int valueAfter(Iterable<Delivery<ReadReply>> replies) {
      int highest = 0;
      int value = ballot;
      for (Delivery<ReadReply> reply : replies) {
        if (reply.message().acceptedBallot() > highest) {
          highest = reply.message().acceptedBallot();
          value = reply.message().acceptedValue();
        }
      }
      return value;
    }
  }

  /** Takes a quorum of replies in one step. */
  static class QuorumProposer extends Proposer {
    private final int quorum;
    private boolean wrote;

    QuorumProposer(int ballot, int quorum, boolean records) {
      super(ballot, records);
      this.quorum = quorum;
    }

    @Receive(quorum = "quorum", when = "waiting")
    void write(Quorum<ReadReply> replies) {
      wrote = true;
      sendToAll(Acceptor.class, new Write(ballot, valueAfter(replies)));
      delivered(replies.messages().toList());
    }

    int quorum() {
      return quorum;
    }

    boolean waiting() {
      return !wrote;
    }
  }

  /** Broken: does not care what the acceptors have accepted before. */
  static final class StubbornProposer extends QuorumProposer {
    StubbornProposer(int ballot, int quorum) {
      super(ballot, quorum, false);
    }

    @Override
    int valueAfter(Iterable<Delivery<ReadReply>> replies) {
      return ballot;
    }
  }

  /** Remembers the highest ballot it takes part in and the proposal it accepted last. */
  static class Acceptor extends RecordingNode {
    int promised;
    int acceptedBallot;
    int acceptedValue;

    Acceptor(boolean records) {
      super(records);
    }

    @Receive
    void read(Read m, NodeId from) {
      if (m.ballot() > promised) {
        promised = m.ballot();
        send(from, new ReadReply(m.ballot(), acceptedBallot, acceptedValue));
      }
      delivered(Set.of(new Delivery<>(from, m)));
    }

    @Receive
    void write(Write m, NodeId from) {
      if (mayAccept(m)) {
        accept(m);
        sendToAll(Learner.class, new Accept(m.ballot(), m.value()));
      }
      delivered(Set.of(new Delivery<>(from, m)));
    }

    boolean mayAccept(Write m) {
      return m.ballot() >= promised;
    }

    /** An accepted ballot binds like a promised one, so the last accepted is the highest. */
    void accept(Write m) {
      promised = m.ballot();
      remember(m);
    }

    final void remember(Write m) {
      acceptedBallot = m.ballot();
      acceptedValue = m.value();
    }
  }

  /**
   * An acceptor that is bound only by the reads it answered, which is all that Lamport asks for. It
   * may accept a higher ballot and then a lower one, so it has to compare: what it must report is
   * the highest proposal it accepted, not the last.
   */
  static class PromiseByReadAcceptor extends Acceptor {
    PromiseByReadAcceptor(boolean records) {
      super(records);
    }

    @Override
    void accept(Write m) {
      if (m.ballot() > acceptedBallot) {
        remember(m);
      }
    }
  }

  /** Broken: takes the last proposal it accepted for the highest. */
  static final class LastRememberingAcceptor extends PromiseByReadAcceptor {
    LastRememberingAcceptor(boolean records) {
      super(records);
    }

    @Override
    void accept(Write m) {
      remember(m);
    }
  }

  /** Broken: accepts whatever it is asked to, promise or not. */
  static final class PromiseBreakingAcceptor extends Acceptor {
    PromiseBreakingAcceptor(boolean records) {
      super(records);
    }

    @Override
    boolean mayAccept(Write m) {
      return true;
    }
  }

  /** What learners have in common however they collect the acceptances. */
  abstract static class Learner extends RecordingNode {
    final Set<Integer> learned = new HashSet<>();

    Learner(boolean records) {
      super(records);
    }
  }

  /** Takes a quorum of acceptances of one proposal in one step. */
  static class QuorumLearner extends Learner {
    private final int quorum;

    QuorumLearner(int quorum, boolean records) {
      super(records);
      this.quorum = quorum;
    }

    @Receive(quorum = "quorum", when = "count")
    void learn(Quorum<Accept> acceptances) {
      learned.add(valueOf(acceptances));
      delivered(acceptances.deliveries());
    }

    int quorum() {
      return quorum;
    }

    /** Whether these acceptances make a value chosen: they must all be of one proposal. */
    boolean count(Quorum<Accept> acceptances) {
      return acceptances.messages().distinct().count() == 1;
    }

    int valueOf(Quorum<Accept> acceptances) {
      return acceptances.deliveries().get(0).message().value();
    }
  }

  /** Broken: any quorum of acceptances will do, for any of the values in it. */
  static final class MixingLearner extends QuorumLearner {
    MixingLearner(int quorum) {
      super(quorum, false);
    }

    @Override
    boolean count(Quorum<Accept> acceptances) {
      return true;
    }

    @Override
    int valueOf(Quorum<Accept> acceptances) {
      return choose(acceptances.messages().map(Accept::value).collect(Collectors.toSet()));
    }
  }
}
