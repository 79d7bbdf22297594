package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Rounds;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * What {@link UniformVoting} and {@link BenOr} need of their network. Their processes may go on at
 * any time here, and what they may count on is left to the network, as an assumption about each
 * round. With the assumption of the papers, or a stronger one, nobody decides differently; with a
 * weaker one they do.
 *
 * <p>In the protocols themselves the processes wait for what they need. That finds the same
 * mistakes, and needs nodes that know of kernels.
 */
@Protocol(
    name = "required-networks",
    description =
        "Uniform voting and Ben-Or with processes that go on at any time, on networks that deliver"
            + " enough, or not.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class RequiredNetworks {
  private RequiredNetworks() {}

  /** Uniform voting: each round has a kernel. */
  @Instance(with = {3, 1})
  @Instance(
      with = {3, 2},
      tags = "large")
  static void kernel(Topology t, int processes, int phases) {
    UniformVoting.noKernel(t, processes, phases);
    t.rounds(Rounds.kernel());
  }

  /** Uniform voting on a network that does more than is needed. */
  @Instance(with = {3, 1})
  static void reliable(Topology t, int processes, int phases) {
    UniformVoting.noKernel(t, processes, phases);
    t.rounds(Rounds.reliable());
  }

  /**
   * Broken: nobody has to be heard.
   *
   * <p>The counterexample: two processes hear nobody but themselves and decide differently.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "votersAgree")
  static void noKernel(Topology t, int processes, int phases) {
    UniformVoting.noKernel(t, processes, phases);
    t.rounds(Rounds.allBut(processes - 1));
  }

  /** Ben-Or: each process hears all but as many as may fall silent, fewer than half. */
  @Instance(
      with = {3, 1, 2},
      tags = "large")
  static void enough(Topology t, int processes, int ones, int phases) {
    BenOr.notEnoughMessages(t, processes, ones, phases);
    t.rounds(Rounds.allBut((processes - 1) / 2));
  }

  /**
   * Broken: a process may go on with its own message alone.
   *
   * <p>The counterexample: as in {@link BenOr#notEnoughMessages}.
   */
  @Instance(
      with = {3, 1, 2},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "tossersAgree")
  static void tooFew(Topology t, int processes, int ones, int phases) {
    BenOr.notEnoughMessages(t, processes, ones, phases);
    t.rounds(Rounds.allBut(processes - 1));
  }

  @Invariant("no two processes of uniform voting decide differently")
  static boolean votersAgree(World w) {
    return w.nodes(UniformVoting.Process.class).stream()
            .map(p -> p.decision)
            .filter(decision -> decision != UniformVoting.NONE)
            .distinct()
            .count()
        < 2;
  }

  @Invariant("no two processes of Ben-Or decide differently")
  static boolean tossersAgree(World w) {
    return w.nodes(BenOr.Process.class).stream()
            .map(p -> p.decision)
            .filter(decision -> decision != BenOr.Bit.NONE)
            .distinct()
            .count()
        < 2;
  }

  @Reachable("somebody may decide")
  static boolean decides(World w) {
    return w.nodes(UniformVoting.Process.class).stream()
            .anyMatch(p -> p.decision != UniformVoting.NONE)
        || w.nodes(BenOr.Process.class).stream().anyMatch(p -> p.decision != BenOr.Bit.NONE);
  }
}
