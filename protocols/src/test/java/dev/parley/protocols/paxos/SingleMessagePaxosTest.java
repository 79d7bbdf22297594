package dev.parley.protocols.paxos;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class SingleMessagePaxosTest extends PinnedResults {
  SingleMessagePaxosTest() {
    super(SingleMessagePaxos.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(new Verified("paxos(2,3,2)", 101_323, 435_715, 156, 24));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("acceptancesMixed(2,3,2)", "agreement", 16));
  }
}
