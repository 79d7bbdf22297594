package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void whatIsVerifiedPasses() {
    assertThat(judge(true, Results.verified())).isEmpty();
  }

  @Test
  void aDeclaredViolationPasses() {
    assertThat(
            judge(
                true,
                Results.violated("v", Verdict.VIOLATED, Optional.of("agreement")),
                Results.violated("v", Verdict.VIOLATED, Optional.empty())))
        .isEmpty();
  }

  @Test
  void aViolationFailsTheBuildAndNamesInstancePropertyAndReport() {
    assertThat(objection(Objection.Kind.FAILED, true, Results.verified(), Results.violated()))
        .isEqualTo(
            "1 of 2 instances are not as declared: ask / wrong: agreement does not hold."
                + " Report: "
                + Path.of("out", "index.html"));
  }

  @Test
  void anExceptionInAStepFailsTheBuild() {
    assertThat(objection(Objection.Kind.FAILED, true, Results.threw()))
        .contains("ask / throws: a step threw an exception");
  }

  @Test
  void aDeclaredViolationThatDoesNotShowFailsTheBuild() {
    assertThat(
            objection(
                Objection.Kind.FAILED,
                true,
                Results.verified("v", Verdict.VIOLATED, Optional.of("agreement"))))
        .contains("ask / v: it is declared to be violated (agreement), but it was verified");
  }

  @Test
  void aViolationOfAnotherPropertyThanTheDeclaredOneFailsTheBuild() {
    assertThat(
            objection(
                Objection.Kind.FAILED,
                true,
                Results.violated("v", Verdict.VIOLATED, Optional.of("rest"))))
        .contains("agreement does not hold, but it is declared to be violated (rest)");
  }

  @Test
  void anExhaustedBudgetFailsTheBuildAndSaysHowFarItCame() {
    assertThat(objection(Objection.Kind.FAILED, true, Results.exhausted()))
        .contains(
            "the states budget was exhausted after 27,410 states, depth 22 and 1.2 s; nothing is"
                + " proven (search with -Dparley.mode=reduced, raise it with @Budget or -Dparley.budget.states, or make the instance"
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
        .endsWith(
            "(search with -Dparley.mode=reduced, raise the engine's heap with -Dparley.heap, or make the instance smaller)");
  }

  @Test
  void anExhaustedBudgetIsAWarningIfSoConfigured() {
    assertThat(judge(false, Results.exhausted())).isEmpty();
    assertThat(warnings).singleElement().asString().contains("states budget was exhausted");
  }

  @Test
  void aMistakeStopsTheBuildAsAnErrorEvenAmongViolations() {
    assertThat(objection(Objection.Kind.BROKEN, true, Results.violated(), Results.error()))
        .contains("ask / wrong: agreement does not hold")
        .contains("ask / broken: error in demo.Server.ask: It reads the clock.");
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

  @Test
  void aVerdictThatRestsOnAnAssumptionMayBeRefused() {
    InstanceResult assumed =
        resting(new Decomposition.Soundness(Decomposition.Basis.ASSUMED, "There are too many."));
    InstanceResult audited = resting(new Decomposition.Soundness(Decomposition.Basis.AUDITED, ""));
    Gate strict = new Gate(true, true, Path.of("out", "index.html"));
    assertThat(strict.judge(List.of(audited), warnings::add)).isEmpty();
    assertThat(judge(true, assumed)).isEmpty();
    Objection objection = strict.judge(List.of(audited, assumed), warnings::add).orElseThrow();
    assertThat(objection.kind()).isEqualTo(Objection.Kind.FAILED);
    assertThat(objection.text())
        .contains("1 of 2 instances")
        .contains("that auxiliary content makes no difference is assumed, not proven")
        .contains("-Dparley.failOnAssumedDecomposition=false");
  }

  @Test
  void randomWalksThatFoundNothingPassWithAWarningWhereNothingShouldBeFound() {
    assertThat(judge(true, Results.walked(Verdict.VERIFIED))).isEmpty();
    assertThat(warnings)
        .containsExactly(
            "ask / huge: 10,000 random walks (312,004 steps, walkSeed=8231) found nothing; nothing"
                + " is proven");
  }

  @Test
  void randomWalksThatMissADeclaredViolationFailTheBuild() {
    assertThat(objection(Objection.Kind.FAILED, true, Results.walked(Verdict.VIOLATED)))
        .contains(
            "ask / huge: 10,000 random walks (312,004 steps, walkSeed=8231) found nothing, but it"
                + " is declared to be violated");
    assertThat(judge(false, Results.walked(Verdict.VIOLATED))).isEmpty();
  }

  private static InstanceResult resting(Decomposition.Soundness soundness) {
    InstanceResult verified = Results.verified();
    return verified.with(verified.decomposition().restingOn(Optional.of(soundness)), List.of());
  }

  private String objection(Objection.Kind kind, boolean failOnBudget, InstanceResult... results) {
    Objection objection = judge(failOnBudget, results).orElseThrow();
    assertThat(objection.kind()).isEqualTo(kind);
    return objection.text();
  }

  private Optional<Objection> judge(boolean failOnBudget, InstanceResult... results) {
    return new Gate(failOnBudget, false, Path.of("out", "index.html"))
        .judge(List.of(results), warnings::add);
  }
}
