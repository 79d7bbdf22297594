package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class RaftMembershipTest extends PinnedResults {
  RaftMembershipTest() {
    super(RaftMembership.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(new Verified("afterCommit(4,2)", 12_402, 29_539, 663, 19));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("beforeCommit(4,3)", "committedForGood", 15));
  }

  /** Counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(new Verified("afterCommit(4,3)", 1_750_245, 4_395_120, 88_127, 29));
  }
}
