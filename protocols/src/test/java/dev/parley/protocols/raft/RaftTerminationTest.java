package dev.parley.protocols.raft;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class RaftTerminationTest extends PinnedResults {
  RaftTerminationTest() {
    super(RaftTermination.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(new Verified("oneCandidate(3)", 509, 7_369, 0, 14));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("severalCandidates(3,1)", "committed", 9),
        new Violated("withoutTimeout(3)", "committed", 0));
  }
}
