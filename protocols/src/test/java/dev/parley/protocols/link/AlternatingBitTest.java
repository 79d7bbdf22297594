package dev.parley.protocols.link;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class AlternatingBitTest extends PinnedResults {
  AlternatingBitTest() {
    super(AlternatingBit.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("link(2,1,1)", 161, 424, 8, 10),
        new Verified("link(3,1,1)", 296, 815, 8, 13),
        new Verified("link(3,2,1)", 1_276, 4_668, 18, 19));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("overtaking(3,1,1)", "inOrder", 6),
        new Violated("tooManyLosses(2,2)", "everythingArrives", 4),
        new Violated("withoutBit(2,1,1)", "inOrder", 4));
  }
}
