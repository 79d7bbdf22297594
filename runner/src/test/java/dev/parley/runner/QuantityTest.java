package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
  @Test
  void amountsAreReadWithTheirUnits() {
    assertThat(Quantity.duration("t", "30s")).isEqualTo(Duration.ofSeconds(30));
    assertThat(Quantity.bytes("m", "4g")).isEqualTo(4L << 30);
  }

  @Test
  void whatCannotBeReadIsRefusedByTheParametersName() {
    assertThatThrownBy(() -> Quantity.duration("the budget's time", "soon"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the budget's time: 'soon' is not a duration; write 500ms, 30s, 5m or 2h");
    assertThatThrownBy(() -> Quantity.bytes("heap", "much"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("heap: 'much' is not a size");
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
