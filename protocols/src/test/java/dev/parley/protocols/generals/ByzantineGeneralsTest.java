package dev.parley.protocols.generals;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class ByzantineGeneralsTest extends PinnedResults {
  ByzantineGeneralsTest() {
    super(ByzantineGenerals.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("allLoyal(3)", 15, 18, 2, 5),
        new Verified("allLoyal(4)", 31, 50, 2, 7),
        new Verified("traitorousLieutenant(4)", 69, 140, 2, 7),
        new Verified("traitorousLieutenant(5)", 237, 616, 2, 9),
        new Verified("traitorousCommander(3)", 29, 36, 4, 5),
        new Verified("traitorousCommander(4)", 121, 200, 8, 7),
        new Verified("traitorousCommander(5)", 497, 1_040, 16, 9));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("tooFewGenerals(3)", "validity", 4),
        new Violated("commanderTrusted(3)", "agreement", 5),
        new Violated("relaysIgnored(4)", "agreement", 6),
        new Violated("twoTraitors(4)", "validity", 5),
        new Violated("twoTraitors(5)", "validity", 6));
  }
}
