package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Uniform voting (Charron-Bost and Schiper, "The Heard-Of model", Distributed Computing 2009):
 * consensus on any kind of value, like Ben-Or's without the coin, and without counting.
 *
 * <p>Every process has an estimate and goes through phases of two rounds. In each round it sends
 * one message to all, itself included, and goes by what it hears:
 *
 * <ol>
 *   <li><b>Estimate.</b> It sends its estimate and takes the least one it hears. If all it hears is
 *       one and the same value, it will vote for that value.
 *   <li><b>Vote.</b> It sends its estimate and its vote. If it hears a vote, it makes the value its
 *       estimate, otherwise it takes the least estimate it hears. If all it hears are votes, it
 *       decides.
 * </ol>
 *
 * <p>The protocol does not say how many messages to wait for; it relies on the network. In each
 * round any two processes must hear some process in common. Then two processes cannot vote for
 * different values, and if one decides, every other one has heard a vote for that value. There is
 * more than one network to give that:
 *
 * <ul>
 *   <li>one with a <i>kernel</i>, in each round a process that is heard by all and hears all. Here
 *       an oracle draws the kernels of all rounds and tells the processes whom to wait for;
 *   <li>one in which everybody hears a majority.
 * </ul>
 */
@Protocol(
    name = "uniform-voting",
    description = "Uniform voting: consensus for networks in which any two hear one in common.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class UniformVoting {
  private UniformVoting() {}

  /** The protocol with a kernel in each round; one process starts with the lesser value. */
  @Instance(with = {3, 2})
  static void kernel(Topology t, int processes, int phases) {
    t.add("Process", processes, i -> new KernelProcess(initial(i), phases)).add(new Oracle(phases));
  }

  /** The protocol with a majority heard by everyone. */
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 4},
      tags = "nightly")
  static void majority(Topology t, int processes, int phases) {
    t.add("Process", processes, i -> new MajorityProcess(initial(i), phases));
  }

  /**
   * Broken: a process may go on whomever it has heard.
   *
   * <p>The counterexample: two processes hear nobody but themselves in the first round, each votes
   * for its own value, and they decide differently.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void noKernel(Topology t, int processes, int phases) {
    t.add("Process", processes, i -> new HeedlessProcess(initial(i), phases));
  }

  /**
   * Broken: a process that hears a vote, or even decides, goes on with its own estimate.
   *
   * <p>The counterexample: the second process decides the greater value and the first hears the
   * vote, but keeps the lesser estimate; in the next phase it spreads that, being the least, and in
   * the third it is decided.
   */
  @Instance(
      with = {3, 3},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void estimateKept(Topology t, int processes, int phases) {
    t.add("Process", processes, i -> new ForgetfulProcess(initial(i), phases));
  }

  private static int initial(int process) {
    return process == 1 ? LESSER : GREATER;
  }

  @Invariant("no two processes decide differently")
  static boolean agreement(World w) {
    return w.nodes(Process.class).stream()
            .map(p -> p.decision)
            .filter(decision -> decision != NONE)
            .distinct()
            .count()
        <= 1;
  }

  @Invariant("only values that some process started with are decided")
  static boolean validity(World w) {
    List<Process> processes = w.nodes(Process.class);
    return processes.stream()
        .allMatch(
            p -> p.decision == NONE || processes.stream().anyMatch(q -> q.initial == p.decision));
  }

  @Terminal("nobody waits for ever")
  static boolean everyoneFinishes(World w) {
    return w.nodes(Process.class).stream().allMatch(Process::finished);
  }

  @Reachable("everyone may decide the greater value")
  static boolean greaterValueDecided(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.decision == GREATER);
  }

  @Reachable("everyone may decide the lesser value")
  static boolean lesserValueDecided(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.decision == LESSER);
  }

  /** Stands for a vote or decision that there is not. */
  static final int NONE = 0;

  static final int LESSER = 1;
  static final int GREATER = 2;

  /** The rounds of a phase. */
  enum Stage {
    ESTIMATE,
    VOTE
  }

  /** A process's estimate. */
  @Round(1)
  record Estimate(@Phase int phase, int value) {}

  /** A process's estimate and vote; the latter may be none. */
  @Round(2)
  record Vote(@Phase int phase, int value, int vote) {}

  /** The oracle's word: the kernels of all rounds, in order. */
  @Round
  record Kernels(List<NodeId> kernels) {}

  /** Goes through the phases; what it has to hear before it goes on is for subclasses to say. */
  abstract static class Process extends Node {
    final int initial;
    private final int phases;
    private int phase;
    private Stage round = Stage.VOTE;
    private int estimate;
    int vote;
    int decision;

    Process(int initial, int phases) {
      this.initial = initial;
      this.phases = phases;
    }

    /** Whether a round may end for a process that has heard these others. */
    abstract boolean enough(Set<NodeId> others);

    @Receive(quorum = "1", orMore = true, when = "heardEstimates")
    void vote(Quorum<Estimate> others) {
      endEstimates(others.messages().map(Estimate::value).toList());
    }

    boolean heardEstimates(Quorum<Estimate> others) {
      return round == Stage.ESTIMATE
          && others.messages().allMatch(m -> m.phase() == phase)
          && enough(new HashSet<>(others.senders().toList()));
    }

    @Receive(quorum = "1", orMore = true, when = "heardVotes")
    void decide(Quorum<Vote> others) {
      endVotes(others.messages().toList());
    }

    boolean heardVotes(Quorum<Vote> others) {
      return round == Stage.VOTE
          && others.messages().allMatch(m -> m.phase() == phase)
          && enough(new HashSet<>(others.senders().toList()));
    }

    final void endEstimates(List<Integer> others) {
      Set<Integer> heard = new HashSet<>(others);
      heard.add(estimate);
      estimate = heard.stream().min(Integer::compare).orElseThrow();
      vote = heard.size() == 1 ? estimate : NONE;
      round = Stage.VOTE;
      sendToOthers(Process.class, new Vote(phase, estimate, vote));
      roundOver();
    }

    final void endVotes(List<Vote> others) {
      List<Vote> heard = new ArrayList<>(others);
      heard.add(new Vote(phase, estimate, vote));
      int voted = heard.stream().mapToInt(Vote::vote).max().orElseThrow();
      if (heard.stream().allMatch(m -> m.vote() != NONE)) {
        decision = voted;
      }
      nextPhase(
          voted == NONE
              ? heard.stream().mapToInt(Vote::value).min().orElseThrow()
              : estimateAfter(voted));
      roundOver();
    }

    /** For subclasses that keep account of rounds. */
    void roundOver() {}

    final void start() {
      nextPhase(initial);
    }

    private void nextPhase(int newEstimate) {
      phase++;
      round = Stage.ESTIMATE;
      estimate = newEstimate;
      vote = NONE;
      if (!finished()) {
        sendToOthers(Process.class, new Estimate(phase, estimate));
      }
    }

    int estimateAfter(int voted) {
      return voted;
    }

    final int estimate() {
      return estimate;
    }

    final boolean finished() {
      return phase > phases;
    }

    final boolean running() {
      return phase > 0 && !finished();
    }

    final boolean estimating() {
      return round == Stage.ESTIMATE;
    }
  }

  /** Draws the kernels of all rounds. */
  static final class Oracle extends Node {
    private final int phases;

    Oracle(int phases) {
      this.phases = phases;
    }

    @Step(once = true)
    void draw() {
      List<NodeId> kernels = new ArrayList<>();
      for (int round = 0; round < phases * Stage.values().length; round++) {
        kernels.add(choose(ids(KernelProcess.class)));
      }
      sendToAll(KernelProcess.class, new Kernels(kernels));
    }
  }

  /** Waits for the kernel; if it is the kernel itself, for everyone. */
  static final class KernelProcess extends Process {
    private List<NodeId> kernels = List.of();

    KernelProcess(int initial, int phases) {
      super(initial, phases);
    }

    @Receive(when = "waiting")
    void start(Kernels m) {
      kernels = m.kernels();
      start();
    }

    boolean waiting() {
      return kernels.isEmpty() && !running() && !finished();
    }

    @Override
    void roundOver() {
      kernels = List.copyOf(kernels.subList(1, kernels.size()));
    }

    @Override
    boolean enough(Set<NodeId> others) {
      NodeId kernel = kernels.get(0);
      return kernel.equals(self())
          ? others.size() == ids(Process.class).size() - 1
          : others.contains(kernel);
    }
  }

  /** Waits for a majority, itself included. */
  static class MajorityProcess extends Process {
    MajorityProcess(int initial, int phases) {
      super(initial, phases);
    }

    @Step(once = true)
    void begin() {
      start();
    }

    @Override
    boolean enough(Set<NodeId> others) {
      return others.size() == ids(Process.class).size() / 2;
    }
  }

  /** Broken: waits for nobody. */
  static final class HeedlessProcess extends MajorityProcess {
    HeedlessProcess(int initial, int phases) {
      super(initial, phases);
    }

    @Override
    boolean enough(Set<NodeId> others) {
      return true;
    }

    @Step(when = "running")
    void giveUp() {
      if (estimating()) {
        endEstimates(List.of());
      } else {
        endVotes(List.of());
      }
    }
  }

  /** Broken: goes on with the estimate it had, whatever it hears. */
  static final class ForgetfulProcess extends MajorityProcess {
    ForgetfulProcess(int initial, int phases) {
      super(initial, phases);
    }

    @Override
    int estimateAfter(int voted) {
      return estimate();
    }
  }
}
