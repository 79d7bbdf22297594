package dev.parley.protocols.paxos;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.not;
import static dev.parley.api.Formula.state;

import dev.parley.api.Budget;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Fairness;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;

/**
 * Whether a proposer of Paxos ever gets through. A proposer that was overtaken tries again with a
 * higher ballot, and may thereby overtake the one that overtook it: proposers can duel for ever,
 * though nobody puts anything off (Lamport, "Paxos Made Simple", section 2.4). One proposer alone
 * gets through.
 *
 * <p>{@link Paxos} is about which value is chosen; here values are left out, since they make no
 * difference to who gets through. A proposer waits for the answers of all acceptors, and a majority
 * of them must agree. So nothing of an earlier try is left, and ballots in use are close to each
 * other: they are numbers on a circle, on which it is clear which of two is newer. An endless duel
 * then has finitely many states.
 */
@Protocol(
    name = "paxos-termination",
    description = "Whether Paxos comes to an end: one proposer does, two may duel for ever.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class PaxosTermination {
  /** Ballots are counted round a circle of so many. */
  private static final int CIRCLE = 6;

  private PaxosTermination() {}

  /** Nobody competes. */
  @Instance(with = 1)
  @Instance(with = 3)
  static void oneProposer(Topology t, int acceptors) {
    t.add("Proposer", new Proposer(1)).add(acceptors, i -> new Acceptor());
  }

  /**
   * Two compete.
   *
   * <p>The counterexample: each asks for promises after the other one has got them and before it
   * writes.
   */
  @Instance(with = 1, expect = Verdict.VIOLATED, violates = "somebodyGetsThrough")
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "somebodyGetsThrough")
  static void duel(Topology t, int acceptors) {
    t.add("Proposer", 2, Proposer::new).add(acceptors, i -> new Acceptor());
  }

  /**
   * One proposer, that need not go on.
   *
   * <p>The counterexample: it has its promises, and never writes.
   */
  @Instance(with = 1, expect = Verdict.VIOLATED, violates = "somebodyGetsThrough")
  static void withoutFairness(Topology t, int acceptors) {
    t.add("Proposer", new IdleProposer()).add(acceptors, i -> new Acceptor());
  }

  @Eventually("some proposer has its ballot accepted by a majority")
  static boolean somebodyGetsThrough(World w) {
    return w.nodes(Proposer.class).stream().anyMatch(p -> p.phase == Phase.DONE);
  }

  @EveryRun("a proposer whom nobody overtakes any more gets through, or puts off what it must do")
  static Formula theLastOneGetsThrough(List<NodeId> nodes) {
    return all(
        nodes.stream()
            .filter(id -> id.role().equals("Proposer"))
            .map(
                id ->
                    not(always(eventually(at(id, Phase.ASKING))))
                        .implies(eventually(at(id, Phase.DONE).or(always(at(id, Phase.WRITING))))))
            .toList());
  }

  private static Formula at(NodeId proposer, Phase phase) {
    return state(proposer + " is " + phase, w -> ((Proposer) w.node(proposer)).phase == phase);
  }

  @Invariant("ballots in use are so close that it is clear which is newer")
  static boolean ballotsAreClose(World w) {
    List<Integer> ballots =
        java.util.stream.Stream.concat(
                w.nodes(Proposer.class).stream().map(p -> p.ballot),
                w.nodes(Acceptor.class).stream().map(a -> a.promised))
            .toList();
    return ballots.stream()
        .allMatch(
            one ->
                ballots.stream()
                    .allMatch(
                        other -> ahead(one, other) < CIRCLE / 2 || ahead(other, one) < CIRCLE / 2));
  }

  /** How far one ballot is ahead of another, round the circle. */
  private static int ahead(int one, int other) {
    return Math.floorMod(one - other, CIRCLE);
  }

  private static boolean isNewer(int one, int other) {
    int ahead = ahead(one, other);
    return ahead > 0 && ahead < CIRCLE / 2;
  }

  /** A proposer to all acceptors: promise not to take part in older ballots. */
  record Ask(int ballot) {}

  /** The answer: the newest ballot it has promised to take part in. */
  record Promise(int promised) {}

  /** A proposer to all acceptors: accept my ballot. */
  record Write(int ballot) {}

  /** The answer: the newest ballot it has promised to take part in. */
  record Written(int promised) {}

  /** What a proposer is doing. */
  enum Phase {
    IDLE,
    ASKING,
    WRITING,
    DONE
  }

  /** Tries, until it gets through. */
  static class Proposer extends Node {
    private int ballot;
    Phase phase = Phase.IDLE;

    Proposer(int first) {
      ballot = first;
    }

    @Step(once = true)
    void start() {
      ask();
    }

    private void ask() {
      phase = Phase.ASKING;
      sendToAll(Acceptor.class, new Ask(ballot));
    }

    @Receive(quorum = "all", when = "asking")
    void promised(Quorum<Promise> answers) {
      List<Integer> ballots = answers.messages().map(Promise::promised).toList();
      if (isMajority(ballots)) {
        phase = Phase.WRITING;
        sendToAll(Acceptor.class, new Write(ballot));
      } else {
        tryAgain(ballots);
      }
    }

    @Receive(quorum = "all", when = "writing")
    void written(Quorum<Written> answers) {
      List<Integer> ballots = answers.messages().map(Written::promised).toList();
      if (isMajority(ballots)) {
        phase = Phase.DONE;
      } else {
        tryAgain(ballots);
      }
    }

    private boolean isMajority(List<Integer> promised) {
      return promised.stream().filter(b -> b == ballot).count() * 2 > promised.size();
    }

    /** With a ballot after the newest it has heard of. */
    private void tryAgain(List<Integer> promised) {
      int newest = ballot;
      for (int other : promised) {
        newest = isNewer(other, newest) ? other : newest;
      }
      ballot = (newest + 1) % CIRCLE;
      ask();
    }

    int all() {
      return ids(Acceptor.class).size();
    }

    boolean asking() {
      return phase == Phase.ASKING;
    }

    boolean writing() {
      return phase == Phase.WRITING;
    }
  }

  /** Need not go on when it has its answers. */
  static final class IdleProposer extends Proposer {
    IdleProposer() {
      super(1);
    }

    @Override
    @Receive(quorum = "all", when = "writing", fairness = Fairness.NONE)
    void written(Quorum<Written> answers) {
      super.written(answers);
    }
  }

  /** Takes part in the newest ballot it has been asked for. */
  static final class Acceptor extends Node {
    private int promised;

    @Receive
    void ask(Ask m, NodeId from) {
      if (isNewer(m.ballot(), promised)) {
        promised = m.ballot();
      }
      send(from, new Promise(promised));
    }

    @Receive
    void write(Write m, NodeId from) {
      if (isNewer(m.ballot(), promised)) {
        promised = m.ballot();
      }
      send(from, new Written(promised));
    }
  }
}
