package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class BenOrTerminationTest extends PinnedResults {
  BenOrTerminationTest() {
    super(BenOrTermination.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("agreed(2,0)", 21, 28, 0, 13), new Verified("agreed(2,2)", 21, 28, 0, 13));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("split(2,1)", "everyoneDecides", 10));
  }
}
