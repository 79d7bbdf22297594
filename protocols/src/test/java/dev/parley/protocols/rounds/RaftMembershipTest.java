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
    return List.of(new Verified("afterCommit(4,2)", 10_800, 25_428, 744, 19));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("beforeCommit(4,3)", "committedForGood", 15));
  }

  @Test
  void reductionsLeaveSoManyStates() {
    assertThat(statesLeft("afterCommit(4,2)", SearchMode.DBSS_POR)).isEqualTo(4_082);
    assertThat(statesLeft("afterCommit(4,2)", SearchMode.REDUCED)).isEqualTo(551);
  }

  /** There is no end of possible local steps; those that there are were learnt. */
  @Tag("large")
  @Test
  void reductionsLeaveSoManyStatesOfTheLargeInstance() {
    assertThat(statesLeft("afterCommit(4,3)", SearchMode.DBSS_POR)).isEqualTo(532_183);
    assertThat(statesLeft("afterCommit(4,3)", SearchMode.REDUCED)).isEqualTo(7_446);
  }

  /** Counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(new Verified("afterCommit(4,3)", 1_494_295, 3_750_418, 93_009, 29));
  }
}
