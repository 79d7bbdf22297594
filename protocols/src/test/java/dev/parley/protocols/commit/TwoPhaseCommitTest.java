package dev.parley.protocols.commit;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class TwoPhaseCommitTest extends PinnedResults {
  TwoPhaseCommitTest() {
    super(TwoPhaseCommit.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("patient(2)", 38, 64, 5, 6),
        new Verified("patient(3)", 252, 707, 13, 8),
        new Verified("patient(5)", 13_236, 68_257, 81, 12),
        new Verified("timeout(3)", 476, 1_503, 22, 8),
        new Verified("timeout(4)", 3_138, 13_432, 50, 10),
        new Verified("crash(3)", 504, 1_637, 35, 9),
        new Verified("crash(4)", 3_652, 16_256, 83, 11));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("majorityCommits(3)", "validity", 5),
        new Violated("abortInDoubt(2)", "agreement", 6),
        new Violated("abortInDoubt(3)", "agreement", 7),
        new Violated("decisionLost(2)", "everyoneDecides", 6));
  }
}
