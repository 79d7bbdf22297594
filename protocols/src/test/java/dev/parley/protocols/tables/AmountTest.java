package dev.parley.protocols.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocols.tables.Amount.Saving;
import org.junit.jupiter.api.Test;

class AmountTest {
  private static final Amount STATEFUL = Amount.exactly(13_044_613);

  @Test
  void reductionsAreComputedAsInThePaper() {
    assertThat(Amount.exactly(5_606_047).savingOver(STATEFUL).map(Saving::text)).contains("57 %");
    assertThat(Amount.exactly(191_081).savingOver(STATEFUL).map(Saving::text)).contains("99 %");
  }

  @Test
  void overWhatWasGivenUpAReductionIsALowerBound() {
    assertThat(Amount.exactly(25).savingOver(Amount.moreThan(100)).map(Saving::text))
        .contains(">75 %");
  }

  @Test
  void nothingIsComputedOfWhatWasGivenUp() {
    assertThat(Amount.moreThan(25).savingOver(STATEFUL)).isEmpty();
    assertThat(Amount.UNKNOWN.savingOver(STATEFUL)).isEmpty();
    assertThat(Amount.exactly(25).savingOver(Amount.UNKNOWN)).isEmpty();
  }

  @Test
  void moreStatesThanWhatWasGivenUpIsNoFindingAtAll() {
    assertThat(Amount.exactly(200).savingOver(Amount.moreThan(100))).isEmpty();
    assertThat(Amount.exactly(200).savingOver(Amount.exactly(100)).map(Saving::text))
        .contains("-100 %");
  }

  @Test
  void amountsAreShownAsPeopleReadThem() {
    assertThat(Amount.moreThan(71_914_839).asCount()).isEqualTo("> 71,914,839");
    assertThat(Amount.exactly(312).asTime()).isEqualTo("312 ms");
    assertThat(Amount.exactly(12_340).asTime()).isEqualTo("12.3 s");
    assertThat(Amount.moreThan(125_000).asTime()).isEqualTo("> 2m05s");
    assertThat(Amount.UNKNOWN.asCount()).isEmpty();
  }
}
