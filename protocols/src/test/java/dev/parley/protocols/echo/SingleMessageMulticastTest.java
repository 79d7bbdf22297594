package dev.parley.protocols.echo;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class SingleMessageMulticastTest extends PinnedResults {
  SingleMessageMulticastTest() {
    super(SingleMessageMulticast.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("multicast(3,0,1,1)", 3_469, 11_644, 14, 15),
        new Verified("multicast(2,1,0,1)", 559, 1_511, 4, 14),
        new Verified("multicast(3,1,1,0)", 85, 215, 1, 12),
        new Verified("bluffing(2,0,0,1)", 215, 515, 4, 10));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("tooManyByzantine(2,1,2,1)", "agreement", 15),
        new Violated("majorityCommits(4,0,1,1)", "agreement", 15),
        new Violated("signaturesUnchecked(2,0,0,1)", "agreement", 8));
  }

  @Override
  protected List<Verified> large() {
    return List.of(new Verified("multicast(3,1,1,1)", 294_865, 1_735_575, 14, 27));
  }
}
