package dev.parley.protocols.zab;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class ZabPhasesTest extends PinnedResults {
  ZabPhasesTest() {
    super(ZabPhases.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("turns(1,3)", 134, 243, 3, 17),
        new Verified("turns(2,3)", 17_860, 41_073, 330, 34));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("anyHistoryTaken(2,3)", "agreement", 30),
        new Violated("synchronisationSkipped(2,3)", "agreement", 20));
  }
}
