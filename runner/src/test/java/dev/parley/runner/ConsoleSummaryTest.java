package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Liveness;
import dev.parley.engine.result.SymmetryFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleSummaryTest {
  @Test
  void randomWalksThatFoundNothingAreNeitherAsDeclaredNorUnexpected() {
    InstanceResult walked = Results.walked(Verdict.VERIFIED);
    assertThat(String.join("\n", ConsoleSummary.lines(List.of(walked))))
        .contains("nothing found")
        .contains("nothing is proven")
        .endsWith("1 instance checked, 1 by random walks that found nothing");
    assertThat(ConsoleSummary.total(List.of(walked, Results.verified())))
        .isEqualTo(
            "2 instances checked, 1 by random walks that found nothing, the others: all as"
                + " declared");
  }

  @Test
  void aLongTableHasWhatIsUnexpectedAndWhatTookLongest() {
    List<InstanceResult> results = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      results.add(named("i" + i, Results.verified(), i));
    }
    results.set(
        3, named("wrong", RecordJson.with(Results.verified(), "verdict", Verdict.ERROR), 0));
    List<String> lines = ConsoleSummary.lines(results);

    assertThat(lines.get(0))
        .isEqualTo("Of 40 instances, what is unexpected and what took longest:");
    assertThat(lines).hasSize(1 + 2 + 1 + 10 + 1);
    assertThat(lines).filteredOn(line -> line.contains(" wrong ")).hasSize(1);
    assertThat(lines.get(4)).contains(" i30 ");
    assertThat(lines.get(13)).contains(" i39 ");
    assertThat(ConsoleSummary.lines(results.subList(0, 30))).hasSize(2 + 30 + 1);
  }

  @Test
  void whatIsTrueOfSeveralInstancesIsSaidOnce() {
    AppliedReduction unused =
        new AppliedReduction("dead messages", false, "not used, because of this", List.of());
    AppliedReduction used = new AppliedReduction("other", true, "used", List.of());
    List<InstanceResult> results = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      results.add(
          RecordJson.with(
              named("i" + i, Results.verified(), i), "reductions", List.of(unused, used)));
    }
    assertThat(ConsoleSummary.remarks(results))
        .contains(
            "ask / i0, ask / i1, ask / i2 and 2 more: dead messages not used, because of this")
        .noneMatch(line -> line.contains("used, used"));
    assertThat(ConsoleSummary.remarks(results.subList(0, 1)))
        .contains("ask / i0: dead messages not used, because of this");
  }

  @Test
  void itIsSaidOnWhatRunsWereJudgedAndWhatIsTakenForGranted() {
    Liveness how =
        new Liveness(List.of("What can run, runs.", "No fault needs to happen."), 7, 9, 1);
    InstanceResult result = RecordJson.with(Results.verified(), "liveness", Optional.of(how));
    assertThat(ConsoleSummary.remarks(List.of(result)))
        .filteredOn(line -> line.contains("happen"))
        .hasSize(2)
        .first()
        .asString()
        .endsWith("what happens in the end was judged on all states, without reductions");
    assertThat(ConsoleSummary.remarks(List.of(result)))
        .anyMatch(line -> line.endsWith("taken for granted: What can run, runs."));
    assertThat(ConsoleSummary.remarks(List.of(Results.verified())))
        .noneMatch(line -> line.contains("without reductions"));
  }

  @Test
  void whatWasNeverExercisedIsAWarningOfItsOwn() {
    InstanceResult result =
        RecordJson.with(
            Results.verified(),
            "coverage",
            new Coverage(
                List.of(), List.of("Client.giveUp"), List.of(), List.of("Refusal"), List.of()));
    assertThat(ConsoleSummary.unexercised(List.of(result)))
        .anyMatch(line -> line.endsWith(": never ran: Client.giveUp"))
        .anyMatch(line -> line.endsWith(": never sent: Refusal"));
    assertThat(ConsoleSummary.remarks(List.of(result))).noneMatch(line -> line.contains("never"));
  }

  @Test
  void aLongRemarkIsCutAtAWordAndSaysWhereTheRestIs() {
    String reason = "not used, because " + "of this and that ".repeat(40);
    AppliedReduction unused = new AppliedReduction("symmetry", false, reason, List.of());
    InstanceResult result = RecordJson.with(Results.verified(), "reductions", List.of(unused));
    assertThat(ConsoleSummary.remarks(List.of(result)))
        .filteredOn(line -> line.contains("symmetry"))
        .singleElement()
        .asString()
        .hasSizeLessThan(260)
        .endsWith(" … (in full in the report)");
  }

  @Test
  void whatSymmetrySavedIsSaidInOneLine() {
    List<InstanceResult> results =
        List.of(symmetric("a", 5_037, 27_410, false), symmetric("b", 10, 100.4, true));

    assertThat(ConsoleSummary.remarks(results.subList(0, 1)))
        .contains(
            "symmetry in 1 instance: 5,037 explored states stand for 27,410; finding them took"
                + " about 12 ms");
    assertThat(ConsoleSummary.remarks(results))
        .contains(
            "symmetry in 2 instances: 5,047 explored states stand for about 27,510; finding them"
                + " took about 24 ms");
  }

  private static InstanceResult symmetric(
      String name, long orbits, double states, boolean estimated) {
    SymmetryFigures figures =
        new SymmetryFigures(
            List.of(new SymmetryFigures.ExchangedNodes(List.of("A1", "A2"), true)),
            2,
            orbits,
            states,
            estimated,
            3,
            4,
            true,
            new SymmetryFigures.Forms(900, 12, 0));
    return RecordJson.with(
        named(name, Results.verified(), 50),
        "reductions",
        List.of(new AppliedReduction("symmetry", true, "used", List.of(), Optional.of(figures))));
  }

  @Test
  void whatWasNotSearchedAgainSaysSinceWhen() {
    InstanceResult result = Results.verified();
    InstanceResult kept =
        result.with(
            result
                .basis()
                .of(new EarlierCheck("2026-01-02T03:04:05Z", Optional.of("1a2b3c4d5e6f"), true)));
    assertThat(ConsoleSummary.lines(List.of(kept)).get(2))
        .endsWith("ok, unchanged since 1a2b3c4, 2026-01-02T03:04:05Z");
  }

  private static InstanceResult named(String name, InstanceResult result, long millis) {
    Model.Description description = RecordJson.with(result.description(), "instance", name);
    return RecordJson.with(
        RecordJson.with(result, "description", description),
        "figures",
        result.figures().withMillis(millis));
  }
}
