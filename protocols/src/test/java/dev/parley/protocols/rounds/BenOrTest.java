package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class BenOrTest extends PinnedResults {
  BenOrTest() {
    super(BenOr.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("benOr(3,0,2)", 18_242, 41_646, 4_096, 15),
        new Verified("benOr(3,1,2)", 102_321, 247_134, 34_496, 15),
        new Verified("crash(3,0,1)", 1_184, 2_868, 367, 10),
        new Verified("crash(3,0,2)", 72_968, 179_664, 23_407, 16));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("estimateKept(3,1,3)", "agreement", 15),
        new Violated("notEnoughMessages(3,1,2)", "agreement", 12));
  }
}
