package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumeralsTest {
  @Test
  void countsHaveThousandsSeparators() {
    assertThat(Numerals.count(56_604_673)).isEqualTo("56,604,673");
    assertThat(Numerals.count(1, "step")).isEqualTo("1 step");
    assertThat(Numerals.count(2_000, "step")).isEqualTo("2,000 steps");
  }

  @Test
  void bytesTakeTheLargestFittingUnit() {
    assertThat(Numerals.bytes(1_000)).isEqualTo("1,000 B");
    assertThat(Numerals.bytes(1_024)).isEqualTo("1.0 KiB");
    assertThat(Numerals.bytes(2L << 30)).isEqualTo("2.0 GiB");
  }

  @Test
  void timesReadFromMillisecondsToHours() {
    assertThat(Numerals.millis(0)).isEqualTo("<1 ms");
    assertThat(Numerals.millis(999)).isEqualTo("999 ms");
    assertThat(Numerals.millis(1_250)).isEqualTo("1.25 s");
    assertThat(Numerals.millis(300_000)).isEqualTo("5 min 00 s");
    assertThat(Numerals.millis(80_340_000)).isEqualTo("22 h 19 min");
  }

  @Test
  void aTimeTooShortForTheClockGivesNoRate() {
    assertThat(Numerals.rate(Fixtures.partlyCovered().figures())).isEqualTo("–");
    assertThat(Numerals.rate(Fixtures.verified().figures())).isEqualTo("21,928");
  }

  @Test
  void aShareIsNeverRoundedUpToAllNorDownToNothing() {
    assertThat(Numerals.percent(0)).isEqualTo("0 %");
    assertThat(Numerals.percent(0.0001)).isEqualTo("<1 %");
    assertThat(Numerals.percent(0.9999)).isEqualTo("99 %");
    assertThat(Numerals.percent(1)).isEqualTo("100 %");
  }

  @Test
  void numbersAtAnAxisAreShort() {
    assertThat(Numerals.compact(0)).isEqualTo("0");
    assertThat(Numerals.compact(9_500)).isEqualTo("9,500");
    assertThat(Numerals.compact(20_000)).isEqualTo("20 k");
    assertThat(Numerals.compact(1_500_000)).isEqualTo("1.5 M");
  }

  @Test
  void percentagesHaveOneDigitAndAreNotRoundedToNothing() {
    assertThat(Numerals.points(0)).isEqualTo("0.0 %");
    assertThat(Numerals.points(0.01)).isEqualTo("<0.1 %");
    assertThat(Numerals.points(37.05)).isEqualTo("37.1 %");
  }
}
