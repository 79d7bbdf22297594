package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;

/**
 * A replicated log in the manner of Paxos, as Drăgoi and Inzaghi Pronesti use it to explain a
 * mistake that ZooKeeper once made (ZOOKEEPER-2832): replicas agree on a growing sequence of
 * commands, ballot by ballot.
 *
 * <p>Every ballot has one primary, which replica it is goes round in turn, and four rounds:
 *
 * <ol>
 *   <li><b>Prepare.</b> The primary of the next ballot opens it, at any time.
 *   <li><b>Ack.</b> A replica that is not in a later ballot joins and tells the primary its log and
 *       the last ballot in which it accepted one.
 *   <li><b>Propose.</b> With the logs of a majority, its own among them, the primary takes the one
 *       from the last ballot, the longest if there are several, adds a command and proposes the
 *       result.
 *   <li><b>Promise.</b> A replica that is not in a later ballot makes the proposed log its own and
 *       tells everyone. Who knows of a majority with the same log, itself included, outputs it.
 * </ol>
 *
 * <p>The point is <i>which</i> ballot a replica calls its last: the last one in which it accepted a
 * log, not the last one it joined. A replica that joined a ballot and then heard nothing has an old
 * log, and must not pass it off as recent.
 *
 * <p>A ballot's number is also the command its primary adds. A replica is always in some round of
 * some ballot; messages from earlier rounds stay pending and have no effect.
 */
@Protocol(
    name = "simple-paxos",
    description =
        "A replicated log in ballots of four rounds: the logs that replicas output never contradict"
            + " each other.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class SimplePaxos {
  private SimplePaxos() {}

  /** The protocol as it should be. */
  @Instance(with = {3, 1})
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 3},
      tags = "large")
  @Instance(
      with = {3, 4},
      tags = "nightly")
  @Instance(
      with = {5, 2},
      tags = "nightly")
  @Instance(
      with = {3, 6},
      tags = "rounds")
  @Instance(
      with = {3, 8},
      tags = "rounds")
  @Instance(
      with = {5, 4},
      tags = "rounds")
  static void ballots(Topology t, int replicas, int ballots) {
    t.add(replicas, i -> new Replica(i, ballots));
  }

  /** The same, except that messages from earlier rounds are consumed and ignored. */
  @Instance(with = {3, 1})
  @Instance(
      with = {3, 2},
      tags = "large")
  static void lateMessagesConsumed(Topology t, int replicas, int ballots) {
    t.add("Replica", replicas, i -> new TidyReplica(i, ballots));
  }

  /**
   * Broken: a replica takes the last ballot it joined for the last one it accepted a log in.
   *
   * <p>The counterexample: replica 3 joins ballot 1 and hears no more of it, so its log is empty
   * when the others output theirs; in ballot 2 it says that this empty log is from ballot 1, the
   * primary believes it, and a second log is output that begins with another command.
   */
  @Instance(
      with = {3, 2},
      expect = Verdict.VIOLATED,
      violates = "prefixOrder")
  @Instance(
      with = {3, 4},
      expect = Verdict.VIOLATED,
      violates = "prefixOrder")
  static void joinedForAccepted(Topology t, int replicas, int ballots) {
    t.add("Replica", replicas, i -> new EarlyReplica(i, ballots));
  }

  @Invariant("of any two logs that replicas output, one continues the other")
  static boolean prefixOrder(World w) {
    List<Replica> replicas = w.nodes(Replica.class);
    return replicas.stream()
        .allMatch(
            r ->
                replicas.stream()
                    .allMatch(s -> r.output.size() > s.output.size() || s.continues(r)));
  }

  @Invariant("the commands of a log are in the order of their ballots")
  static boolean ballotOrder(World w) {
    return w.nodes(Replica.class).stream().allMatch(r -> ascending(r.output));
  }

  private static boolean ascending(List<Integer> commands) {
    return commands.equals(commands.stream().sorted().distinct().toList());
  }

  /** Nobody can leave the last ballot any more, so at the latest that one goes through. */
  @Terminal("once everything has come to rest, all have output the same log")
  static boolean everyoneOutputs(World w) {
    List<Replica> replicas = w.nodes(Replica.class);
    return replicas.stream()
        .allMatch(r -> !r.output.isEmpty() && r.output.equals(replicas.get(0).output));
  }

  @Reachable("every ballot may add a command")
  static boolean everyBallotCounts(World w) {
    return w.nodes(Replica.class).stream().anyMatch(r -> r.output.size() == r.ballots);
  }

  @Reachable("only the last ballot may add a command")
  static boolean ballotsMayFail(World w) {
    return w.nodes(Replica.class).stream().anyMatch(r -> r.output.equals(List.of(r.ballots)));
  }

  /** The rounds of a ballot, and what comes after them. */
  enum Stage {
    PREPARE,
    ACK,
    PROPOSE,
    PROMISE,
    OVER
  }

  /** A message, with the ballot and round it belongs to. */
  interface Tagged {
    /** The ballot. */
    int ballot();

    /** The round of that ballot. */
    Stage round();
  }

  /** The primary opens a ballot. */
  @Round(1)
  record Prepare(@Phase int ballot) implements Tagged {
    @Override
    public Stage round() {
      return Stage.PREPARE;
    }
  }

  /** A replica joins a ballot: this is my log, and I got it in that ballot. */
  @Round(2)
  record Ack(@Phase int ballot, int last, List<Integer> log) implements Tagged {
    @Override
    public Stage round() {
      return Stage.ACK;
    }
  }

  /** The primary proposes a log. */
  @Round(3)
  record Propose(@Phase int ballot, List<Integer> log) implements Tagged {
    @Override
    public Stage round() {
      return Stage.PROPOSE;
    }
  }

  /** A replica has accepted the log that was proposed. */
  @Round(4)
  record Promise(@Phase int ballot) implements Tagged {
    @Override
    public Stage round() {
      return Stage.PROMISE;
    }
  }

  /** A replica; also the primary of its ballots. */
  static class Replica extends Node {
    private final int number;
    final int ballots;
    int ballot;
    private Stage round = Stage.OVER;
    int last;
    private List<Integer> log = List.of();
    List<Integer> output = List.of();

    Replica(int number, int ballots) {
      this.number = number;
      this.ballots = ballots;
    }

    /** Opens the next ballot: because all is done in this one, or because it takes too long. */
    @Step(when = "primaryOfNext")
    void open() {
      enter(ballot + 1, Stage.ACK);
      sendToOthers(Replica.class, new Prepare(ballot));
    }

    boolean primaryOfNext() {
      return ballot < ballots && ballot % ids(Replica.class).size() + 1 == number;
    }

    @Receive(when = "current")
    void join(Prepare m, NodeId primary) {
      joining();
      enter(m.ballot(), Stage.PROPOSE);
      send(primary, new Ack(ballot, last, log));
    }

    boolean current(Prepare m, NodeId primary) {
      return m.ballot() > ballot;
    }

    @Receive(quorum = "others", when = "acked")
    void propose(Quorum<Ack> acks) {
      List<Integer> longer = new ArrayList<>(mostRecent(acks));
      longer.add(ballot);
      accept(ballot, longer);
      sendToOthers(Replica.class, new Propose(ballot, log));
      sendToOthers(Replica.class, new Promise(ballot));
    }

    boolean acked(Quorum<Ack> acks) {
      return round == Stage.ACK && acks.messages().allMatch(m -> m.ballot() == ballot);
    }

    @Receive(when = "current")
    void promise(Propose m) {
      accept(m.ballot(), m.log());
      sendToOthers(Replica.class, new Promise(ballot));
    }

    boolean current(Propose m) {
      return !stale(m);
    }

    @Receive(quorum = "others", when = "promised")
    void output(Quorum<Promise> promises) {
      enter(ballot, Stage.OVER);
      output = log;
    }

    boolean promised(Quorum<Promise> promises) {
      return round == Stage.PROMISE && promises.messages().allMatch(m -> m.ballot() == ballot);
    }

    final boolean stale(Tagged m) {
      return m.ballot() < ballot || m.ballot() == ballot && m.round().compareTo(round) < 0;
    }

    /** How many others make a majority together with this replica. */
    int others() {
      return ids(Replica.class).size() / 2;
    }

    private void enter(int newBallot, Stage newRound) {
      ballot = newBallot;
      round = newRound;
    }

    private void accept(int newBallot, List<Integer> proposed) {
      enter(newBallot, Stage.PROMISE);
      log = List.copyOf(proposed);
      accepted();
    }

    private List<Integer> mostRecent(Quorum<Ack> acks) {
      Ack best = new Ack(ballot, last, log);
      for (Delivery<Ack> ack : acks) {
        Ack other = ack.message();
        if (other.last() > best.last()
            || other.last() == best.last() && other.log().size() > best.log().size()) {
          best = other;
        }
      }
      return best.log();
    }

    /** Joins a later ballot than the one it is in; there is nothing to note. */
    void joining() {}

    /** Has accepted a log in this ballot, and notes that. */
    void accepted() {
      last = ballot;
    }

    final boolean continues(Replica other) {
      return output.subList(0, other.output.size()).equals(other.output);
    }
  }

  /** Does not leave messages lying about. */
  static final class TidyReplica extends Replica {
    TidyReplica(int number, int ballots) {
      super(number, ballots);
    }

    @Receive(when = "stale")
    void ignore(Tagged m) {}
  }

  /** Broken: notes the ballot it comes from when it joins the next one, accepted log or not. */
  static final class EarlyReplica extends Replica {
    EarlyReplica(int number, int ballots) {
      super(number, ballots);
    }

    @Override
    void joining() {
      last = ballot;
    }

    @Override
    void accepted() {}
  }
}
