package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchMode;
import org.junit.jupiter.api.Test;

class PlainSearchTest {
  @Test
  void whatReductionsSaveIsMeasuredAgainstASearchThatSkipsNothing() {
    for (SearchMode mode : SearchMode.ALL) {
      assertSkipsNothing(mode);
    }
    assertSkipsNothing(SearchMode.ROUNDS);
  }

  private static void assertSkipsNothing(SearchMode mode) {
    ReductionOptions plain = Baselines.plain(mode.options()).reduction();
    assertThat(plain.any()).as(mode.name()).isFalse();
    assertThat(plain.rounds()).as(mode.name()).isFalse();
    assertThat(plain.seeksSymmetry()).as(mode.name()).isFalse();
  }
}
