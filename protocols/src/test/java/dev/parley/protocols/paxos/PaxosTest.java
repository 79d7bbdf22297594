package dev.parley.protocols.paxos;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class PaxosTest extends PinnedResults {
  PaxosTest() {
    super(Paxos.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("paxos(2,3,2)", 27_410, 94_055, 468, 18),
        new Verified("paxos(2,4,3)", 196_297, 787_452, 1_900, 22),
        new Verified("recorded(2,3,2)", 70_094, 195_708, 4_299, 18),
        new Verified("severalLearners(1,3,2)", 232, 511, 36, 10),
        new Verified("severalLearners(1,4,3)", 1_528, 4_381, 320, 13),
        new Verified("severalLearners(2,3,2)", 100_520, 404_396, 2_268, 20),
        new Verified("promiseByRead(2,3,2)", 38_455, 125_409, 972, 18));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("promiseBroken(2,3,2)", "agreement", 14),
        new Violated("promiseBrokenRecorded(2,3,2)", "agreement", 14),
        new Violated("promisesBroken(2,3,2)", "agreement", 14),
        new Violated("acceptancesMixed(2,3,2)", "agreement", 14),
        new Violated("repliesIgnored(2,3,2)", "agreement", 14),
        new Violated("quorumTooSmall(2,2,1)", "agreement", 10));
  }

  /** SPIN counts the same states and transitions of the first; the second is the engine's word. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("paxos(3,3,2)", 7_479_449, 37_238_397, 16_260, 27),
        new Verified("promiseByRead(3,3,2)", 13_719_854, 64_934_232, 49_860, 27));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(new Violated("lastRemembered(3,3,2)", "agreement", 19));
  }
}
