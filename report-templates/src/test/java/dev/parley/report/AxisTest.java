package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void ticksAreRoundNumbersUpToTheGreatestValue() {
    assertThat(Axis.ofCounts(27_410, 4).ticks()).containsExactly(0.0, 10_000.0, 20_000.0, 30_000.0);
    assertThat(Axis.ofCounts(1_600, 4).ticks())
        .containsExactly(0.0, 500.0, 1_000.0, 1_500.0, 2_000.0);
    assertThat(Axis.ofCounts(1_000, 5).ticks()).endsWith(1_000.0).hasSize(6);
  }

  @Test
  void countsHaveNoTicksBetweenWholeNumbers() {
    assertThat(Axis.ofCounts(2, 4).ticks()).containsExactly(0.0, 1.0, 2.0);
    assertThat(Axis.ofCounts(0, 4).ticks()).containsExactly(0.0, 1.0);
  }

  @Test
  void percentagesEndAtAHundred() {
    assertThat(Axis.ofPercents(99.7).end()).isEqualTo(100);
    assertThat(Axis.ofPercents(12.5).ticks()).endsWith(15.0);
  }

  @Test
  void valuesOutsideTheScaleStayOnTheChart() {
    Axis axis = Axis.ofPercents(80);

    assertThat(axis.scale(-12, 200)).isZero();
    assertThat(axis.scale(40, 200)).isEqualTo(100);
    assertThat(axis.scale(1_000, 200)).isEqualTo(200);
  }
}
