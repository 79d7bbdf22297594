package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.engine.SearchOptions;
import dev.parley.engine.SearchOptions.Inference;
import org.junit.jupiter.api.Test;

class SearchParametersTest {
  @Test
  void whatIsLeftOutFitsWhatIsGiven() {
    assertThat(describe(null, null, null))
        .isEqualTo("DBSS without selective push-on-stack, breadth first");
    assertThat(describe("dbss", "depth-first", null)).isEqualTo("DBSS, depth first");
    assertThat(describe("dbss", "depth-first", false))
        .isEqualTo("DBSS without selective push-on-stack, depth first");
    assertThat(describe("stateful", null, null)).isEqualTo("stateful, breadth first");
    assertThat(describe("stateful", "depth-first", true))
        .isEqualTo("stateful with selective push-on-stack, depth first");
    assertThat(describe("stateless", null, null)).isEqualTo("stateless, depth first");
  }

  @Test
  void recordsAndSingleRunsArePassedOn() {
    SearchOptions options = new SearchParameters(null, null, null, true, false, null).toOptions();
    assertThat(options.deliveryRecord()).isTrue();
    assertThat(options.runTwice()).isFalse();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("bfs", null, null))
        .withMessage("mode must be one of dbss, stateful, stateless, not 'bfs'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("stateful", null, true))
        .withMessageContaining("search depth first");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("stateless", "breadth-first", null))
        .withMessageContaining("must be depth first");
  }

  @Test
  void inferenceSuggestsUnlessToldOtherwise() {
    assertThat(inference(null)).isEqualTo(Inference.SUGGEST);
    assertThat(inference("suggest")).isEqualTo(Inference.SUGGEST);
    assertThat(inference("off")).isEqualTo(Inference.OFF);
    assertThat(inference("on")).isEqualTo(Inference.ON);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> inference("yes"))
        .withMessage("inference must be one of off, suggest, on, not 'yes'");
  }

  private static Inference inference(String text) {
    return new SearchParameters(null, null, null, false, true, text).toOptions().inference();
  }

  private static String describe(String mode, String order, Boolean push) {
    return new SearchParameters(mode, order, push, false, true, null).toOptions().describe();
  }
}
