package dev.parley.protocols.paxos;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class SingleMessagePaxosTest extends PinnedResults {
  SingleMessagePaxosTest() {
    super(SingleMessagePaxos.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("paxos(2,3,2)", 101_323, 435_715, 156, 24),
        new Verified("severalLearners(1,3,2)", 895, 3_046, 4, 15));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("promiseBroken(2,3,2)", "agreement", 18),
        new Violated("promisesBroken(2,3,2)", "agreement", 18),
        new Violated("acceptancesMixed(2,3,2)", "agreement", 16),
        new Violated("repliesIgnored(2,3,2)", "agreement", 18),
        new Violated("quorumTooSmall(2,2,1)", "agreement", 10));
  }
}
