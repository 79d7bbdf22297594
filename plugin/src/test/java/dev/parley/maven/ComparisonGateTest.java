package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

class ComparisonGateTest {
  private final ComparisonGate gate = new ComparisonGate(Path.of("compare.html"));

  @Test
  void whatAComparisonMerelyShowsStopsNothing() {
    assertThatCode(() -> gate.judge(List.of(Results.compared(), Results.comparedViolated())))
        .doesNotThrowAnyException();
  }

  @Test
  void modesThatDisagreeStopTheBuild() {
    assertThatThrownBy(() -> gate.judge(List.of(Results.compared(), Results.disagreeing())))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "The comparison of search modes failed: ask / broken: error in engine: The search modes"
                + " disagree | about <it>. Report: compare.html");
  }

  @Test
  void aCheckThatContradictsItsComparisonStopsTheBuild() {
    InstanceResult violated = Results.violated("small", Verdict.VERIFIED, Optional.empty());
    assertThatThrownBy(() -> gate.judge(run(violated)))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("ask / small: the check found it violated")
        .hasMessageContaining("and the comparison verified");
  }

  @Test
  void aCheckThatAgreesOrHasNoVerdictContradictsNothing() {
    assertThatCode(() -> gate.judge(run(Results.verified()))).doesNotThrowAnyException();
    assertThatCode(() -> gate.judge(run(Results.exhausted()))).doesNotThrowAnyException();
  }

  @Test
  void aVerdictThatWasNotDeclaredIsMentioned() {
    assertThat(ComparisonGate.surprise(Results.compared())).isEmpty();
    assertThat(ComparisonGate.surprise(Results.comparedViolated()))
        .contains(
            "ask / wrong is violated and declared to be verified. `mvn parley:check` shows why.");
  }

  private static RunReport run(InstanceResult result) {
    return new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(result))
        .with(List.of(Results.compared()));
  }
}
