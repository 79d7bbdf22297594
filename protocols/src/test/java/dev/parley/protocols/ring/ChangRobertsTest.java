package dev.parley.protocols.ring;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class ChangRobertsTest extends PinnedResults {
  ChangRobertsTest() {
    super(ChangRoberts.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("ascending(3)", 72, 159, 1, 11),
        new Verified("ascending(4)", 270, 783, 1, 15),
        new Verified("ascending(5)", 972, 3_483, 1, 19),
        new Verified("descending(3)", 96, 220, 1, 12),
        new Verified("descending(4)", 600, 1_870, 1, 18),
        new Verified("descending(5)", 4_320, 17_136, 1, 25));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("lowerPassedOn(3)", "oneLeaderAtMost", 8),
        new Violated("lowerPassedOn(4)", "oneLeaderAtMost", 10),
        new Violated("numbersNotUnique(3)", "oneLeaderAtMost", 5),
        new Violated("numbersNotUnique(4)", "oneLeaderAtMost", 6));
  }
}
