package dev.parley.protocols.commit;

import dev.parley.api.Budget;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;

/**
 * Two-phase commit (Gray, "Notes on Data Base Operating Systems", 1978): the participants of a
 * transaction either all commit it or all abort it.
 *
 * <ol>
 *   <li><b>Vote.</b> The coordinator asks every participant to prepare. A participant votes yes or
 *       no, as it likes. With no it aborts at once: nobody can commit without its yes. With yes it
 *       is in doubt and must wait for the decision, whatever happens.
 *   <li><b>Decide.</b> The coordinator commits if all have voted yes. It aborts on the first no, or
 *       when it gives up waiting. It tells every participant, and those in doubt follow.
 * </ol>
 *
 * <p>The famous weakness is the waiting: if the coordinator crashes before it decides, participants
 * that voted yes are in doubt for ever. So everyone decides only as long as the coordinator does
 * not crash. Deciding and telling everyone is one step here; a crash comes before or after it.
 */
@Protocol(
    name = "two-phase-commit",
    description =
        "Two-phase commit: all participants of a transaction commit it, or all of them abort it.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class TwoPhaseCommit {
  private TwoPhaseCommit() {}

  /** The coordinator waits for every vote it needs, and nothing goes wrong. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 5)
  static void patient(Topology t, int participants) {
    t.add("Coordinator", new Coordinator())
        .add("Participant", participants, i -> new Participant());
  }

  /** The coordinator may give up waiting for votes. */
  @Instance(with = 3)
  @Instance(with = 4)
  static void timeout(Topology t, int participants) {
    t.add("Coordinator", new ImpatientCoordinator())
        .add("Participant", participants, i -> new Participant());
  }

  /** The coordinator may crash for good. */
  @Instance(with = 3)
  @Instance(with = 4)
  static void crash(Topology t, int participants) {
    patient(t, participants);
    t.faults(Faults.none().crash(1, Coordinator.class));
  }

  /** Broken: the coordinator commits as soon as most participants have voted yes. */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "validity")
  static void majorityCommits(Topology t, int participants) {
    t.add("Coordinator", new MajorityCoordinator())
        .add("Participant", participants, i -> new Participant());
  }

  /** Broken: one participant aborts when the decision is slow, although it has voted yes. */
  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "agreement")
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "agreement")
  static void abortInDoubt(Topology t, int participants) {
    t.add("Coordinator", new Coordinator())
        .add("Participant", participants - 1, i -> new Participant())
        .add("Participant", new ImpatientParticipant());
  }

  /**
   * Broken by its network: a decision on its way to a participant may get lost.
   *
   * <p>The counterexample: the coordinator commits, one participant never hears of it and stays in
   * doubt. Two-phase commit counts on every message to arrive; without that it still never decides
   * both ways, but no longer everywhere.
   */
  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "everyoneDecides")
  static void decisionLost(Topology t, int participants) {
    patient(t, participants);
    t.faults(Faults.none().lose(1, Decision.class));
  }

  @Invariant("no participant commits while another aborts")
  static boolean agreement(World w) {
    List<Participant> participants = w.nodes(Participant.class);
    return participants.stream().noneMatch(p -> p.outcome == Outcome.COMMITTED)
        || participants.stream().noneMatch(p -> p.outcome == Outcome.ABORTED);
  }

  @Invariant("a participant commits only if all have voted yes")
  static boolean validity(World w) {
    List<Participant> participants = w.nodes(Participant.class);
    return participants.stream().noneMatch(p -> p.outcome == Outcome.COMMITTED)
        || participants.stream().allMatch(p -> p.vote == Vote.YES);
  }

  @Terminal("in the end everyone has decided, unless the coordinator crashed")
  static boolean everyoneDecides(World w) {
    return w.nodes(Participant.class).stream().allMatch(p -> p.outcome != Outcome.OPEN)
        || !w.nodes(Coordinator.class).stream().allMatch(w::isUp);
  }

  @Reachable("everyone may commit")
  static boolean commit(World w) {
    return w.nodes(Participant.class).stream().allMatch(p -> p.outcome == Outcome.COMMITTED);
  }

  @Reachable("everyone may abort")
  static boolean abort(World w) {
    return w.nodes(Participant.class).stream().allMatch(p -> p.outcome == Outcome.ABORTED);
  }

  /** The coordinator's request to prepare and vote. */
  @Round(1)
  record Prepare() {}

  /** A participant's answer. */
  @Round(2)
  enum Vote {
    YES,
    NO
  }

  /** The coordinator's word. */
  @Round(3)
  record Decision(Outcome outcome) {}

  /** What has become of the transaction, as far as a node knows. */
  enum Outcome {
    OPEN,
    COMMITTED,
    ABORTED
  }

  /** Collects the votes and decides. */
  static class Coordinator extends Node {
    private Outcome outcome = Outcome.OPEN;

    @Step(once = true, when = "undecided")
    void start() {
      sendToAll(Participant.class, new Prepare());
    }

    @Receive(quorum = "votesToCommit", when = "allYes")
    void commit(Quorum<Vote> votes) {
      decide(Outcome.COMMITTED);
    }

    @Receive(when = "no")
    void abort(Vote vote) {
      decide(Outcome.ABORTED);
    }

    void decide(Outcome decision) {
      outcome = decision;
      sendToAll(Participant.class, new Decision(decision));
    }

    int votesToCommit() {
      return ids(Participant.class).size();
    }

    boolean allYes(Quorum<Vote> votes) {
      return undecided() && votes.messages().allMatch(vote -> vote == Vote.YES);
    }

    boolean no(Vote vote) {
      return undecided() && vote == Vote.NO;
    }

    boolean undecided() {
      return outcome == Outcome.OPEN;
    }
  }

  /** Waits for votes only so long. */
  static final class ImpatientCoordinator extends Coordinator {
    private final Timer patience = Timer.running();

    @OnTimer("patience")
    void giveUp() {
      decide(Outcome.ABORTED);
    }

    @Override
    void decide(Outcome decision) {
      patience.cancel();
      super.decide(decision);
    }
  }

  /** Broken: takes the majority for everyone. */
  static final class MajorityCoordinator extends Coordinator {
    @Override
    int votesToCommit() {
      return ids(Participant.class).size() / 2 + 1;
    }
  }

  /** Votes, and then does what the coordinator decides. */
  static class Participant extends Node {
    Vote vote;
    Outcome outcome = Outcome.OPEN;

    @Receive(when = "undecided")
    void prepare(Prepare m, NodeId from) {
      vote = choose(Vote.YES, Vote.NO);
      if (vote == Vote.NO) {
        outcome = Outcome.ABORTED;
      }
      send(from, vote);
    }

    /** A request that comes after the decision finds nothing to vote on. */
    boolean undecided() {
      return outcome == Outcome.OPEN;
    }

    @Receive
    void decided(Decision m) {
      if (outcome == Outcome.OPEN) {
        outcome = m.outcome();
      }
    }
  }

  /** Broken: does not wait for the decision. */
  static final class ImpatientParticipant extends Participant {
    @Step(when = "inDoubt")
    void giveUp() {
      outcome = Outcome.ABORTED;
    }

    boolean inDoubt() {
      return vote == Vote.YES && outcome == Outcome.OPEN;
    }
  }
}
