package dev.parley.protocols.rounds;

import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.state;

import dev.parley.api.Budget;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.rounds.BenOr.Bit;
import dev.parley.protocols.rounds.BenOr.Process;
import dev.parley.protocols.rounds.BenOr.Stage;
import java.util.List;

/**
 * Whether the processes of {@link BenOr} ever decide. They need luck: as long as their coins fall
 * differently, nobody sees a majority. Luck may fail for ever, though with probability zero, and
 * fairness does not help, since a coin owes nothing. Whenever all start a phase with the same
 * estimate, they decide.
 *
 * <p>Here nobody falls silent, and each process waits for all others. So no message is left over,
 * phases differ by one at most, and two numbers suffice to tell them apart.
 */
@Protocol(
    name = "ben-or-termination",
    description = "Whether Ben-Or's processes ever decide: only with luck.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class BenOrTermination {
  private BenOrTermination() {}

  /** All start with the same bit. */
  @Instance(with = {2, 0})
  @Instance(with = {2, 2})
  static void agreed(Topology t, int processes, int ones) {
    endless(t, processes, ones);
  }

  /**
   * They start with different bits.
   *
   * <p>The counterexample: in each phase nobody sees a majority, and the coins fall as they were.
   */
  @Instance(
      with = {2, 1},
      expect = Verdict.VIOLATED,
      violates = "everyoneDecides")
  static void split(Topology t, int processes, int ones) {
    endless(t, processes, ones);
  }

  private static void endless(Topology t, int processes, int ones) {
    t.add("Process", processes, i -> new EndlessProcess(i <= ones ? Bit.ONE : Bit.ZERO));
  }

  @Eventually("everyone decides")
  static boolean everyoneDecides(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.decision != Bit.NONE);
  }

  @EveryRun("if all start a phase with the same estimate, everyone decides")
  static Formula luckSuffices() {
    return eventually(state("lucky", BenOrTermination::isLucky))
        .implies(eventually(state("decided", BenOrTermination::everyoneDecides)));
  }

  private static boolean isLucky(World w) {
    List<Process> processes = w.nodes(Process.class);
    return processes.stream()
        .allMatch(
            p ->
                p.round == Stage.REPORT
                    && p.phase > 0
                    && p.phase == processes.get(0).phase
                    && p.estimate() == processes.get(0).estimate());
  }

  /** Goes on for ever, and counts phases one, two, one, two. */
  static final class EndlessProcess extends Process {
    private static final int PHASES = 2;

    EndlessProcess(Bit initial) {
      super(initial, PHASES);
    }

    @Override
    void nextPhase(Bit estimate) {
      phase %= PHASES;
      super.nextPhase(estimate);
    }

    @Override
    int silent() {
      return 0;
    }
  }
}
