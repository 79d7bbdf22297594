package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownPropertiesTest {
  private static final List<String> KNOWN = List.of("parley.mode", "parley.heap", "parley.record");

  @Test
  void aMisspeltParameterIsNamedWithTheNearestOne() {
    assertThat(UnknownProperties.warnings(List.of("parley.mod", "maven.test.skip"), KNOWN))
        .containsExactly(
            "-Dparley.mod has no effect: no goal has such a parameter. Did you mean -Dparley.mode?");
  }

  @Test
  void aParameterOfAGroupIsFoundByItsLastWord() {
    assertThat(
            UnknownProperties.warnings(
                List.of("parley.depth"), List.of("parley.debug", "parley.budget.depth")))
        .containsExactly(
            "-Dparley.depth has no effect: no goal has such a parameter. Did you mean"
                + " -Dparley.budget.depth?");
  }

  @Test
  void knownOnesAndThoseOfOthersAreLeftAlone() {
    assertThat(UnknownProperties.warnings(List.of("parley.mode", "parleys", "x"), KNOWN)).isEmpty();
  }
}
