package dev.parley.protocols.paxos;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class AcceptedAsChosenTest extends PinnedResults {
  AcceptedAsChosenTest() {
    super(AcceptedAsChosen.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of();
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("paxos(2,3,2)", "acceptedValuesAgree", 10),
        new Violated("singleMessage(2,3,2)", "acceptedValuesAgree", 12));
  }
}
