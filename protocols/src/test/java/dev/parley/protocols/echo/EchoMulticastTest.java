package dev.parley.protocols.echo;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class EchoMulticastTest extends PinnedResults {
  EchoMulticastTest() {
    super(EchoMulticast.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("multicast(3,0,1,1)", 1_153, 3_392, 14, 11),
        new Verified("multicast(2,1,0,1)", 225, 520, 4, 12),
        new Verified("multicast(3,1,1,0)", 49, 115, 1, 10),
        new Verified("multicast(3,1,1,1)", 56_497, 298_803, 14, 21),
        new Verified("bluffing(2,0,0,1)", 125, 275, 4, 9));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("tooManyByzantine(2,1,2,1)", "agreement", 11),
        new Violated("majorityCommits(4,0,1,1)", "agreement", 11),
        new Violated("signaturesUnchecked(2,0,0,1)", "agreement", 7));
  }
}
