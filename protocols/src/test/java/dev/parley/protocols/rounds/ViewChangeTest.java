package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class ViewChangeTest extends PinnedResults {
  ViewChangeTest() {
    super(ViewChange.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("viewChange(3,1)", 147, 291, 26, 7),
        new Verified("viewChange(3,2)", 20_867, 42_903, 3_724, 14),
        new Verified("byTimeout(3,1)", 147, 253, 26, 9),
        new Verified("byTimeout(3,2)", 18_828, 34_229, 3_312, 18));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("primaryGuessed(3,1)", "viewStarts", 4),
        new Violated("tooFewLogs(3,1)", "nothingLost", 3),
        new Violated("primaryGuessedTooFewLogs(3,1)", "onePrimary", 5),
        new Violated("byTimeoutPrimaryGuessed(3,1)", "viewStarts", 6),
        new Violated("byTimeoutTooFewLogs(3,1)", "nothingLost", 4),
        new Violated("byTimeoutPrimaryGuessedTooFewLogs(3,1)", "onePrimary", 6));
  }

  /** Counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("viewChange(3,3)", 2_962_811, 6_102_613, 528_692, 21),
        new Verified("byTimeout(3,3)", 2_394_966, 4_364_386, 421_192, 27));
  }
}
