package dev.parley.protocols.mutex;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class LamportMutexTest extends PinnedResults {
  LamportMutexTest() {
    super(LamportMutex.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("mutex(2,1)", 62, 84, 3, 12),
        new Verified("mutex(2,2)", 392, 583, 8, 24),
        new Verified("mutex(3,1)", 20_000, 55_331, 29, 27));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("notAcknowledged(2,1)", "mutualExclusion", 4),
        new Violated("overtaking(2,1)", "mutualExclusion", 8),
        new Violated("overtaking(3,1)", "mutualExclusion", 12));
  }
}
