package dev.parley.engine.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({"500ms, 500", "30s, 30000", "5m, 300000", "2h, 7200000", "0s, 0", "' 7s ', 7000"})
  void readsDurations(String text, long millis) {
    assertThat(Amounts.parseDuration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "m", "5 m", "5M", "-5s", "1.5h", "5d", "1m30s"})
  void refusesWhatIsNoDurationAndNamesTheForms(String text) {
    assertThatThrownBy(() -> Amounts.parseDuration(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("500ms, 30s, 5m or 2h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2562048h", "99999999999999h", "99999999999999999999s"})
  void refusesDurationsThatNanosecondsCannotCount(String text) {
    assertThatThrownBy(() -> Amounts.parseDuration(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longer than 292 years");
  }

  @ParameterizedTest
  @CsvSource({"64k, 65536", "512m, 536870912", "4g, 4294967296", "4G, 4294967296", "100, 100"})
  void readsSizes(String text, long bytes) {
    assertThat(Amounts.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "g", "4 g", "4gb", "-1m", "1.5g", "4t"})
  void refusesWhatIsNoSizeAndNamesTheForms(String text) {
    assertThatThrownBy(() -> Amounts.parseBytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("64k, 512m, 4g or a plain number");
  }

  @Test
  void refusesSizesThatALongCannotCount() {
    assertThatThrownBy(() -> Amounts.parseBytes("9999999999g"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more bytes than a long counts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0ms", "1ms", "1500ms", "59s", "90s", "1m", "90m", "2h", "25h"})
  void writesDurationsSoThatTheyReadBack(String text) {
    assertThat(Amounts.formatDuration(Amounts.parseDuration(text))).isEqualTo(text);
  }

  @Test
  void writesDurationsInTheLargestUnitThatFits() {
    assertThat(Amounts.formatDuration(Duration.ofSeconds(7200))).isEqualTo("2h");
    assertThat(Amounts.formatDuration(Duration.ofNanos(1_999_999))).isEqualTo("1ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "1023", "1k", "1025", "1536k", "1m", "1025m", "3g"})
  void writesSizesSoThatTheyReadBack(String text) {
    assertThat(Amounts.formatBytes(Amounts.parseBytes(text))).isEqualTo(text);
  }
}
