package dev.parley.protocols.register;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class WrongRegularityTest extends PinnedResults {
  WrongRegularityTest() {
    super(WrongRegularity.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of();
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("register(3,1,1)", "completedWriteIsRead", 9),
        new Violated("register(3,2,1)", "completedWriteIsRead", 9),
        new Violated("register(4,1,1)", "completedWriteIsRead", 11),
        new Violated("register(3,1,2)", "completedWriteIsRead", 9),
        new Violated("register(4,1,2)", "completedWriteIsRead", 11),
        new Violated("recorded(3,1,2)", "completedWriteIsRead", 9),
        new Violated("recorded(4,1,2)", "completedWriteIsRead", 11),
        new Violated("singleMessage(3,1,1)", "completedWriteIsRead", 11),
        new Violated("singleMessage(4,1,1)", "completedWriteIsRead", 15));
  }
}
