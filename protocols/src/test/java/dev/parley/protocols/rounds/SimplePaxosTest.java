package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class SimplePaxosTest extends PinnedResults {
  SimplePaxosTest() {
    super(SimplePaxos.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("ballots(3,1)", 149, 307, 32, 9),
        new Verified("ballots(3,2)", 21_017, 44_938, 4_512, 18),
        new Verified("lateMessagesConsumed(3,1)", 370, 1_351, 1, 12));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("joinedForAccepted(3,2)", "prefixOrder", 10),
        new Violated("joinedForAccepted(3,4)", "prefixOrder", 10));
  }

  /** Counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("ballots(3,3)", 2_963_405, 6_341_647, 636_192, 27),
        new Verified("lateMessagesConsumed(3,2)", 323_366, 2_401_617, 2, 23));
  }
}
