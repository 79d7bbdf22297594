package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
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
import java.util.Collections;
import java.util.List;

/**
 * Ben-Or's randomised consensus ("Another advantage of free choice", PODC 1983): processes agree on
 * a bit without a leader, though some of them, fewer than half, may fall silent.
 *
 * <p>Every process has an estimate and goes through phases of two rounds. In each round it sends
 * one message to all and waits until it has the messages of all but <i>f</i> processes, its own
 * included; f is how many may fall silent.
 *
 * <ol>
 *   <li><b>Report.</b> It sends its estimate. If more than half of all processes report the same
 *       bit, it will propose that bit, otherwise none.
 *   <li><b>Propose.</b> It sends its proposal. Two processes cannot propose different bits, for
 *       that would take two majorities. If more than f propose a bit, it decides that bit, since
 *       everybody else must then see the proposal too. If somebody proposes a bit, it makes it its
 *       estimate; if nobody does, it tosses a coin.
 * </ol>
 *
 * <p>A process that has decided goes on, so that the others can decide too. The coin is a choice of
 * the checker's: agreement must hold however it falls. That the processes decide sooner or later
 * holds with probability one only; see {@link BenOrTermination}.
 *
 * <p>A message carries the phase it belongs to; its type is its round.
 */
@Protocol(
    name = "ben-or",
    description = "Ben-Or's randomised binary consensus, in phases of two rounds.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class BenOr {
  private BenOr() {}

  /** The protocol as it should be: so many processes, so many of them starting with one. */
  @Instance(with = {3, 0, 2})
  @Instance(with = {3, 1, 2})
  @Instance(
      with = {3, 1, 3},
      tags = "nightly",
      budget = @Budget(states = 200_000_000, time = "1h"))
  @Instance(
      with = {3, 1, 4},
      tags = "nightly")
  static void benOr(Topology t, int processes, int ones, int phases) {
    t.add(processes, i -> new Process(initial(i, ones), phases));
  }

  /** As many crash as may fall silent, and the others finish. */
  @Instance(with = {3, 0, 1})
  @Instance(with = {3, 0, 2})
  static void crash(Topology t, int processes, int ones, int phases) {
    benOr(t, processes, ones, phases);
    t.faults(Faults.none().crash((processes - 1) / 2));
  }

  /**
   * Broken: a process that sees a proposal, or even decides it, goes on with its own estimate.
   *
   * <p>The counterexample: the second process decides zero, but neither it nor the first one, who
   * has seen the proposal, has learned anything from it; in the next phase they see no majority,
   * toss ones and decide one.
   */
  @Instance(
      with = {3, 1, 3},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void estimateKept(Topology t, int processes, int ones, int phases) {
    t.add("Process", processes, i -> new ForgetfulProcess(initial(i, ones), phases));
  }

  /**
   * Broken: all processes but the last may go on without the messages they should wait for.
   *
   * <p>The counterexample: the second process proposes zero, loses patience and tosses a one, as
   * the first one does; together they decide one in the second phase, while the last process still
   * finds enough proposals of zero in the first.
   */
  @Instance(
      with = {3, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void notEnoughMessages(Topology t, int processes, int ones, int phases) {
    t.add("Process", processes - 1, i -> new ImpatientProcess(initial(i, ones), phases))
        .add("Process", new Process(initial(processes, ones), phases));
  }

  private static Bit initial(int process, int ones) {
    return process <= ones ? Bit.ONE : Bit.ZERO;
  }

  @Invariant("no two processes decide differently")
  static boolean agreement(World w) {
    return w.nodes(Process.class).stream()
            .map(p -> p.decision)
            .filter(decision -> decision != Bit.NONE)
            .distinct()
            .count()
        <= 1;
  }

  @Invariant("if all start with the same bit, no other is decided")
  static boolean validity(World w) {
    List<Process> processes = w.nodes(Process.class);
    return processes.stream()
        .allMatch(
            p ->
                p.decision == Bit.NONE
                    || processes.stream().anyMatch(q -> q.initial == p.decision));
  }

  @Terminal("nobody who is up waits for ever")
  static boolean everyoneFinishes(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.finished() || !w.isUp(p));
  }

  @Reachable("everyone may decide")
  static boolean everyoneDecides(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.decision != Bit.NONE);
  }

  /** What a process reports, proposes or decides. */
  enum Bit {
    ZERO,
    ONE,
    NONE
  }

  /** The rounds of a phase. */
  enum Stage {
    REPORT,
    PROPOSE
  }

  /** A process's estimate. */
  @Round(1)
  record Report(@Phase int phase, Bit bit) {}

  /** A process's proposal, which may be none. */
  @Round(2)
  record Proposal(@Phase int phase, Bit bit) {}

  /** Takes part in the vote, phase by phase. */
  static class Process extends Node {
    final Bit initial;
    private final int phases;
    int phase;
    Stage round = Stage.REPORT;
    private Bit vote;
    Bit decision = Bit.NONE;

    Process(Bit initial, int phases) {
      this.initial = initial;
      this.phases = phases;
      this.vote = initial;
    }

    @Step(once = true)
    void start() {
      nextPhase(initial);
    }

    @Receive(quorum = "others", when = "reported")
    void propose(Quorum<Report> reports) {
      List<Bit> bits = withOwn(reports.messages().map(Report::bit).toList());
      int majority = ids(Process.class).size() / 2 + 1;
      toPropose(
          count(bits, Bit.ONE) >= majority
              ? Bit.ONE
              : count(bits, Bit.ZERO) >= majority ? Bit.ZERO : Bit.NONE);
    }

    boolean reported(Quorum<Report> reports) {
      return round == Stage.REPORT && reports.messages().allMatch(m -> m.phase() == phase);
    }

    @Receive(quorum = "others", when = "proposed")
    void decide(Quorum<Proposal> proposals) {
      List<Bit> bits = withOwn(proposals.messages().map(Proposal::bit).toList());
      Bit proposed =
          bits.contains(Bit.ONE) ? Bit.ONE : bits.contains(Bit.ZERO) ? Bit.ZERO : Bit.NONE;
      if (count(bits, proposed) > silent() && proposed != Bit.NONE) {
        decision = proposed;
      }
      nextPhase(proposed == Bit.NONE ? toss() : estimateAfter(proposed));
    }

    boolean proposed(Quorum<Proposal> proposals) {
      return round == Stage.PROPOSE && proposals.messages().allMatch(m -> m.phase() == phase);
    }

    final void toPropose(Bit proposal) {
      round = Stage.PROPOSE;
      vote = proposal;
      sendToOthers(Process.class, new Proposal(phase, vote));
    }

    void nextPhase(Bit estimate) {
      phase++;
      round = Stage.REPORT;
      vote = estimate;
      if (!finished()) {
        sendToOthers(Process.class, new Report(phase, vote));
      }
    }

    final boolean finished() {
      return phase > phases;
    }

    /** How many processes may fall silent: fewer than half. */
    int silent() {
      return (ids(Process.class).size() - 1) / 2;
    }

    /** How many messages of others it waits for. */
    int others() {
      return ids(Process.class).size() - silent() - 1;
    }

    /** What it has reported or proposed last. */
    final Bit estimate() {
      return vote;
    }

    private List<Bit> withOwn(List<Bit> others) {
      List<Bit> all = new ArrayList<>(others);
      all.add(vote);
      return all;
    }

    private static int count(List<Bit> bits, Bit bit) {
      return Collections.frequency(bits, bit);
    }

    final Bit toss() {
      return choose(Bit.ZERO, Bit.ONE);
    }

    Bit estimateAfter(Bit proposed) {
      return proposed;
    }
  }

  /** Broken: goes on with the estimate it had, whatever the others propose. */
  static final class ForgetfulProcess extends Process {
    private Bit estimate;

    ForgetfulProcess(Bit initial, int phases) {
      super(initial, phases);
    }

    @Override
    void nextPhase(Bit newEstimate) {
      estimate = newEstimate;
      super.nextPhase(newEstimate);
    }

    @Override
    Bit estimateAfter(Bit proposed) {
      return estimate;
    }
  }

  /** Broken: may take silence for an answer. */
  static final class ImpatientProcess extends Process {
    ImpatientProcess(Bit initial, int phases) {
      super(initial, phases);
    }

    @Step(when = "running")
    void giveUp() {
      if (round == Stage.REPORT) {
        toPropose(Bit.NONE);
      } else {
        nextPhase(toss());
      }
    }

    boolean running() {
      return phase > 0 && !finished();
    }
  }
}
