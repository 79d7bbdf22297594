package dev.parley.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReductionTest {
  @Test
  void percentagesAreThoseOfThePaper() {
    assertThat(states(13_044_613, 5_606_047)).isEqualTo("57 %");
    assertThat(time("22h19m", "10h22m")).isEqualTo("54 %");
    assertThat(time("22h19m", "11h1m")).isEqualTo("51 %");
    assertThat(time("22h19m", "23m43s")).isEqualTo("98 %");
    assertThat(time("23m43s", "14m22s")).isEqualTo("39 %");
    assertThat(time("10m3s", "8m20s")).isEqualTo("17 %");
    assertThat(time("7m31s", "5m39s")).isEqualTo("25 %");
    assertThat(time("2m4s", "38s")).isEqualTo("69 %");
  }

  @Test
  void moreThanBeforeIsANegativeReduction() {
    assertThat(states(100, 112)).isEqualTo("-12 %");
    assertThat(states(1_000, 1_001)).isEqualTo(">-1 %");
  }

  @Test
  void roundingMakesNeitherNothingNorAllOfWhatIsLess() {
    assertThat(states(27_410, 27_410)).isEqualTo("0 %");
    assertThat(states(1_000, 999)).isEqualTo("<1 %");
    assertThat(states(1_000_000, 1)).isEqualTo(">99 %");
    assertThat(states(1_000, 0)).isEqualTo("100 %");
  }

  private static String states(long before, long after) {
    return Reduction.text(Reduction.percent(before, after));
  }

  private static String time(String before, String after) {
    return states(
        Duration.parse("PT" + before).toMillis(), Duration.parse("PT" + after).toMillis());
  }
}
