package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import dev.parley.engine.Budget;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.InstanceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

class GateTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void whatIsVerifiedPasses() {
    assertThatCode(() -> judge(true, Results.verified())).doesNotThrowAnyException();
  }

  @Test
  void aDeclaredViolationPasses() {
    assertThatCode(
            () ->
                judge(
                    true,
                    Results.violated("v", Verdict.VIOLATED, Optional.of("agreement")),
                    Results.violated("v", Verdict.VIOLATED, Optional.empty())))
        .doesNotThrowAnyException();
  }

  @Test
  void aViolationFailsTheBuildAndNamesInstancePropertyAndReport() {
    assertThatThrownBy(() -> judge(true, Results.verified(), Results.violated()))
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            "1 of 2 instances are not as declared: ask / wrong: agreement does not hold."
                + " Report: "
                + Path.of("out", "index.html"));
  }

  @Test
  void anExceptionInAStepFailsTheBuild() {
    assertThatThrownBy(() -> judge(true, Results.threw()))
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("ask / throws: a step threw an exception");
  }

  @Test
  void aDeclaredViolationThatDoesNotShowFailsTheBuild() {
    assertThatThrownBy(
            () -> judge(true, Results.verified("v", Verdict.VIOLATED, Optional.of("agreement"))))
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining(
            "ask / v: it is declared to be violated (agreement), but it was verified");
  }

  @Test
  void aViolationOfAnotherPropertyThanTheDeclaredOneFailsTheBuild() {
    assertThatThrownBy(
            () -> judge(true, Results.violated("v", Verdict.VIOLATED, Optional.of("rest"))))
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("agreement does not hold, but it is declared to be violated (rest)");
  }

  @Test
  void anExhaustedBudgetFailsTheBuildAndSaysHowFarItCame() {
    assertThatThrownBy(() -> judge(true, Results.exhausted()))
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining(
            "the states budget was exhausted after 27,410 states, depth 22 and 1.2 s; nothing is"
                + " proven (raise it with @Budget or -Dparley.budget.states, or make the instance"
                + " smaller)");
  }

  @Test
  void memoryThatRanOutWithoutADeclaredBoundIsTheEnginesHeap() {
    InstanceResult bounded = Results.exhausted();
    InstanceResult unbounded =
        new InstanceResult(
            bounded.description(),
            bounded.verdict(),
            Optional.of(Budget.Kind.MEMORY),
            bounded.search(),
            Budget.UNBOUNDED,
            bounded.figures(),
            bounded.properties(),
            bounded.coverage(),
            bounded.decomposition(),
            bounded.violation(),
            bounded.error(),
            bounded.warnings());
    assertThat(Gate.describe(unbounded))
        .contains("the memory budget was exhausted")
        .endsWith("(raise the engine's heap with -Dparley.heap, or make the instance smaller)");
  }

  @Test
  void anExhaustedBudgetIsAWarningIfSoConfigured() throws Exception {
    judge(false, Results.exhausted());
    assertThat(warnings).singleElement().asString().contains("states budget was exhausted");
  }

  @Test
  void aMistakeStopsTheBuildAsAnErrorEvenAmongViolations() {
    assertThatThrownBy(() -> judge(true, Results.violated(), Results.error()))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("ask / wrong: agreement does not hold")
        .hasMessageContaining("ask / broken: error in demo.Server.ask: It reads the clock.");
  }

  @Test
  void aModuleWithoutProtocolsIsToldHowToBecomeGreen() {
    assertThat(Gate.nothingFound("demo", Selection.of(null, null, null, null), List.of()))
        .contains("demo has no class annotated @Protocol");
    assertThat(Gate.remedy(List.of())).contains("<failIfNothingFound>false</failIfNothingFound>");
  }

  @Test
  void aSelectionThatLeavesNothingIsToldWhatThereIs() {
    assertThat(
            Gate.nothingFound(
                "demo",
                Selection.of("pax", null, "quick", null),
                List.of(new Target("paxos", "demo.Paxos", "small", List.of()))))
        .contains("none is selected by protocols pax; tags quick")
        .contains("Known: paxos / small");
  }

  private void judge(boolean failOnBudget, InstanceResult... results) throws Exception {
    new Gate(failOnBudget, Path.of("out", "index.html")).judge(List.of(results), warnings::add);
  }
}
