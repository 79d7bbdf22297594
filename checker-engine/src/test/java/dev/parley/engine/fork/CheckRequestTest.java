package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckRequestTest {
  @Test
  void aSearchThatSuggestsIsGivenItsTimeTwice() {
    Duration time = Duration.ofMinutes(3);
    assertThat(request(Inference.SUGGEST).timeInAll(time)).isEqualTo(Duration.ofMinutes(6));
    assertThat(request(Inference.ON).timeInAll(time)).isEqualTo(time);
    assertThat(request(Inference.OFF).timeInAll(time)).isEqualTo(time);
  }

  private static CheckRequest request(Inference inference) {
    return new CheckRequest(
        List.of(),
        List.of(),
        Budget.UNBOUNDED,
        Budget.UNBOUNDED,
        SearchOptions.DEFAULT.withInference(inference),
        Duration.ofSeconds(1));
  }
}
