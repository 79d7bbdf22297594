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
        new Verified("patient(2)", 38, 56, 7, 6),
        new Verified("patient(3)", 252, 563, 28, 8),
        new Verified("patient(5)", 13_236, 50_977, 406, 12),
        new Verified("timeout(3)", 476, 1_143, 56, 8),
        new Verified("timeout(4)", 3_138, 9_976, 191, 10),
        new Verified("crash(3)", 504, 1_349, 65, 9),
        new Verified("crash(4)", 3_652, 12_800, 235, 11));
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
