package dev.parley.protocols.ring;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class TokenRingTest extends PinnedResults {
  TokenRingTest() {
    super(TokenRing.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(new Verified("ring(3)", 9, 12, 0, 5), new Verified("ring(5)", 15, 20, 0, 9));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("tokenReplaced(3)", "mutualExclusion", 3),
        new Violated("tokenReplaced(5)", "mutualExclusion", 3));
  }
}
