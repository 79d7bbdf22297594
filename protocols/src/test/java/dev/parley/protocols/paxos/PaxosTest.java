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
        new Verified("recorded(2,3,2)", 70_094, 195_708, 4_299, 18));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("promiseBroken(2,3,2)", "agreement", 14),
        new Violated("acceptancesMixed(2,3,2)", "agreement", 14),
        new Violated("repliesIgnored(2,3,2)", "agreement", 14),
        new Violated("quorumTooSmall(2,2,1)", "agreement", 10));
  }

  /** SPIN counts the same states and transitions. */
  @Override
  protected List<Verified> large() {
    return List.of(new Verified("paxos(3,3,2)", 7_479_449, 37_238_397, 16_260, 27));
  }
}
