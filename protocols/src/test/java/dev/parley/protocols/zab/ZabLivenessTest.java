package dev.parley.protocols.zab;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class ZabLivenessTest extends PinnedResults {
  ZabLivenessTest() {
    super(ZabLiveness.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("quorumCertain(1,3)", 134, 243, 3, 17),
        new Verified("quorumCertain(2,3)", 405, 810, 12, 17));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("electionSplit(3,3)", "progress", 3),
        new Violated("electionSplit(4,3)", "progress", 3));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(new Violated("leaderLeft(2,3)", "progress", 9));
  }
}
