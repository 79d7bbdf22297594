package dev.parley.protocols.paxos;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class PaxosTerminationTest extends PinnedResults {
  PaxosTerminationTest() {
    super(PaxosTermination.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("oneProposer(1)", 6, 5, 1, 5), new Verified("oneProposer(3)", 18, 27, 1, 9));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("duel(1)", "somebodyGetsThrough", 27),
        new Violated("duel(3)", "somebodyGetsThrough", 52),
        new Violated("withoutFairness(1)", "somebodyGetsThrough", 4));
  }
}
