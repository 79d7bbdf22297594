package dev.parley.protocols.zab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZabTest extends PinnedResults {
  ZabTest() {
    super(Zab.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("zab(1,3,1)", 134, 243, 3, 17),
        new Verified("zab(2,3,2)", 69_053, 164_280, 2_364, 34),
        new Verified("twoTransactions(1,3,1)", 188, 348, 3, 22));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("olderEpochAccepted(2,3,2)", "integrity", 22),
        new Violated("promiseRepeated(2,3,2)", "oneLeaderPerEpoch", 12),
        new Violated("anyHistoryTaken(2,3,2)", "agreement", 30),
        new Violated("synchronisationSkipped(2,3,2)", "agreement", 20));
  }

  /** There is no end of possible local steps; those that there are were learnt. */
  @Test
  void reductionsLeaveSoManyStates() {
    assertThat(statesLeft("zab(2,3,2)", SearchMode.DBSS_POR)).isEqualTo(25_847);
    assertThat(statesLeft("zab(2,3,2)", SearchMode.REDUCED)).isEqualTo(1_732);
  }

  /** The last one is counted by the engine alone. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("twoTransactions(2,3,2)", 135_905, 325_194, 4_164, 44),
        new Verified("recorded(2,3,2)", 69_053, 164_280, 2_364, 34),
        new Verified("zab(3,3,2)", 901_150, 2_156_787, 26_256, 48));
  }
}
