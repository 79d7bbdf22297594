package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

/** Counted by the engine alone: with the place of each node and what may be in a kernel. */
class RequiredNetworksTest extends PinnedResults {
  RequiredNetworksTest() {
    super(RequiredNetworks.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("kernel(3,1)", 1_450, 3_612, 0, 9),
        new Verified("reliable(3,1)", 211, 459, 0, 9));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("noKernel(3,1)", "votersAgree", 6));
  }

  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("kernel(3,2)", 144_177, 360_465, 0, 15),
        new Verified("enough(3,1,2)", 239_057, 621_628, 0, 15));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(new Violated("tooFew(3,1,2)", "tossersAgree", 12));
  }
}
