package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @Test
  void timesAreReadWithTheirUnits() {
    assertThat(Quantity.duration("t", "500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(Quantity.duration("t", " 30 S ")).isEqualTo(Duration.ofSeconds(30));
    assertThat(Quantity.duration("t", "5m")).isEqualTo(Duration.ofMinutes(5));
    assertThat(Quantity.duration("t", "2h")).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void memoryIsReadWithItsUnits() {
    assertThat(Quantity.bytes("m", "512m")).isEqualTo(512L << 20);
    assertThat(Quantity.bytes("m", "4G")).isEqualTo(4L << 30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "m", "-5m", "5 parsecs", "1.5h"})
  void anythingElseIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> Quantity.duration("the time", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the time must be an amount like 500ms, 30s, 5m or 2h, not '" + text + "'");
  }

  @Test
  void anAmountThatOverflowsIsRefused() {
    assertThatThrownBy(() -> Quantity.bytes("heap", "99999999999t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("heap is too large: 99999999999t");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 ms",
    "999,999 ms",
    "1000,1.0 s",
    "59999,59.9 s",
    "60000,1 m 00 s",
    "3599999,59 m 59 s",
    "3900000,1 h 05 m"
  })
  void timesAreShownShort(long millis, String text) {
    assertThat(Quantity.time(millis)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1023,1023 B", "1024,1 KB", "18874368,18 MB", "3435973837,3.2 GB"})
  void memoryIsShownShort(long bytes, String text) {
    assertThat(Quantity.memory(bytes)).isEqualTo(text);
  }
}
