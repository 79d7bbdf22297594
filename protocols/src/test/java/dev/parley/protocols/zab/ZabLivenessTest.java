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
        new Verified("quorumCertain(1,3)", 0, 0, 0, 0),
        new Verified("quorumCertain(2,3)", 0, 0, 0, 0));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("electionSplit(3,3)", "progress", 0),
        new Violated("electionSplit(4,3)", "progress", 0),
        new Violated("leaderLeft(2,3)", "progress", 0));
  }
}
