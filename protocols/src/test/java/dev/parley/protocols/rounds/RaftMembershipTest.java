package dev.parley.protocols.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RaftMembershipTest extends PinnedResults {
  RaftMembershipTest() {
    super(RaftMembership.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(new Verified("afterCommit(4,2)", 12_402, 29_539, 663, 19));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("beforeCommit(4,3)", "committedForGood", 15));
  }

  @Test
  void reductionsLeaveSoManyStates() {
    assertThat(statesLeft("afterCommit(4,2)", SearchMode.DBSS_POR)).isEqualTo(4_619);
    assertThat(statesLeft("afterCommit(4,2)", SearchMode.REDUCED)).isEqualTo(818);
  }

  /** There is no end of possible local steps; those that there are were learnt. */
  @Tag("large")
  @Test
  void reductionsLeaveSoManyStatesOfTheLargeInstance() {
    assertThat(statesLeft("afterCommit(4,3)", SearchMode.DBSS_POR)).isEqualTo(616_090);
    assertThat(statesLeft("afterCommit(4,3)", SearchMode.REDUCED)).isEqualTo(10_578);
  }

  /** Counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(new Verified("afterCommit(4,3)", 1_750_245, 4_395_120, 88_127, 29));
  }
}
