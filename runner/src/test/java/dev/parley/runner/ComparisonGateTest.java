package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonGateTest {
  private final ComparisonGate gate = new ComparisonGate(Path.of("compare.html"));

  @Test
  void whatAComparisonMerelyShowsStopsNothing() {
    assertThat(gate.judge(List.of(Results.compared(), Results.comparedViolated()))).isEmpty();
  }

  @Test
  void modesThatDisagreeStopTheBuild() {
    assertThat(broken(gate.judge(List.of(Results.compared(), Results.disagreeing()))))
        .isEqualTo(
            "The comparison of search modes failed: ask / broken: error in engine: The search modes"
                + " disagree | about <it>. Report: compare.html");
  }

  @Test
  void aCheckThatContradictsItsComparisonStopsTheBuild() {
    InstanceResult violated = Results.violated("small", Verdict.VERIFIED, Optional.empty());
    assertThat(broken(gate.judge(run(violated))))
        .contains("ask / small: the check found it violated")
        .contains("and the comparison verified");
  }

  @Test
  void aCheckThatAgreesOrHasNoVerdictContradictsNothing() {
    assertThat(gate.judge(run(Results.verified()))).isEmpty();
    assertThat(gate.judge(run(Results.exhausted()))).isEmpty();
  }

  @Test
  void aVerdictThatWasNotDeclaredIsMentioned() {
    assertThat(ComparisonGate.surprise(Results.compared())).isEmpty();
    assertThat(ComparisonGate.surprise(Results.comparedViolated()))
        .contains(
            "ask / wrong is violated and declared to be verified. `mvn parley:check` shows why.");
  }

  private static String broken(Optional<Objection> objection) {
    assertThat(objection.orElseThrow().kind()).isEqualTo(Objection.Kind.BROKEN);
    return objection.get().text();
  }

  private static RunReport run(InstanceResult result) {
    return new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(result))
        .with(List.of(Results.compared()));
  }
}
