package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.runner.Judgement.Grade;
import dev.parley.runner.history.History;
import dev.parley.runner.history.HistoryRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistoryGateTest {
  private static final String FIRST = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
  private static final String SECOND = "2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e";

  private final List<HistoryRecord> recorded = new ArrayList<>();

  @Test
  void aReductionThatFellTooFarFailsAndSaysByHowMuch() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    List<Judgement> judgements = judge(verified(100_000, 88_000));
    assertThat(failures(judgements))
        .containsExactly(
            "ask / small: dbss saves 12.0 % of the states of stateful, 48.9 points less than"
                + " recorded for 1a2b3c4 (60.9 %); at most 5.0 points are allowed");
    assertThat(HistoryGate.objection(judgements, List.of("past.jsonl")).orElseThrow().text())
        .startsWith("1 figure is worse than recorded: ask / small: dbss saves 12.0 %")
        .endsWith("History: past.jsonl");
  }

  @Test
  void whatPassesIsShownAgainstItsLimitToo() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    List<Judgement> judgements = judge(verified(100_000, 30_000));
    assertThat(judgements)
        .extracting(Judgement::text)
        .containsExactly(
            "ask / small: verified, recorded for 1a2b3c4 too",
            "ask / small: dbss saves 70.0 % of the states of stateful, 9.1 points more than"
                + " recorded for 1a2b3c4 (60.9 %); at most 5.0 points are allowed");
    assertThat(HistoryGate.objection(judgements, List.of())).isEmpty();
  }

  @Test
  void aLossOfExactlyTheLimitPassesAndALittleMoreIsShownWithTheDecimalsThatTell() {
    record(FIRST, 1, verified(100_000, 40_000), true);
    assertThat(failures(judge(verified(100_000, 45_000)))).isEmpty();
    assertThat(failures(judge(verified(100_000, 45_010))))
        .singleElement()
        .asString()
        .contains("5.01 points less");
  }

  @Test
  void aRunThatFailedIsNotWhatLaterOnesAreJudgedBy() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    record(SECOND, 2, verified(100_000, 88_000), false);
    assertThat(failures(judge(verified(100_000, 88_000))))
        .singleElement()
        .asString()
        .contains("recorded for 1a2b3c4 (60.9 %)");
  }

  @Test
  void aRunThatMeasuredLessDoesNotMakeTheEarlierOnesForgotten() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    record(SECOND, 2, run(Results.verified(), List.of()), true);
    record("3" + SECOND, 3, run(Results.exhausted(), List.of()), true);
    assertThat(failures(judge(verified(100_000, 88_000)))).hasSize(1);
  }

  @Test
  void aReductionThatWasNotMeasuredThisTimeIsMentionedOnly() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    assertThat(judge(run(Results.verified(), List.of())))
        .extracting(Judgement::grade, Judgement::text)
        .contains(
            tuple(
                Grade.NOT_JUDGED,
                "ask / small: dbss was not compared, or not completely; for 1a2b3c4 it saved 60.9 %"));
  }

  @Test
  void statesThatGrewTooMuchFail() {
    record(FIRST, 1, run(states(Results.verified(), 20_000), List.of()), true);
    Thresholds thresholds = Thresholds.of("off", "10", List.of(), true);
    assertThat(failures(judge(run(states(Results.verified(), 22_000), List.of()), thresholds)))
        .isEmpty();
    assertThat(failures(judge(run(states(Results.verified(), 22_002), List.of()), thresholds)))
        .containsExactly(
            "ask / small: 22,002 states, 10.01 % more than recorded for 1a2b3c4 (20,000); at most"
                + " 10.0 % are allowed");
  }

  @Test
  void statesOfAnotherSearchAreNotCompared() {
    InstanceResult other =
        RecordJson.with(states(Results.verified(), 20), "search", "DBSS, depth first");
    record(FIRST, 1, run(other, List.of()), true);
    List<Judgement> judgements =
        judge(run(Results.verified(), List.of()), Thresholds.of(null, "10", List.of(), true));
    assertThat(judgements)
        .filteredOn(j -> j.grade() == Grade.NOT_JUDGED)
        .singleElement()
        .extracting(Judgement::text)
        .asString()
        .contains("breadth-first, stateful instead of DBSS, depth first for 1a2b3c4");
  }

  @Test
  void aRefusedRunOfACommitIsRefusedAgainHoweverOftenItIsRun() {
    Thresholds thresholds = Thresholds.of("off", "10", List.of(), true);
    record(FIRST, 1, run(states(Results.verified(), 16), List.of()), true);
    for (int again = 2; again < 6; again++) {
      Run grown = run(states(Results.verified(), 36), List.of());
      assertThat(failures(judge(grown, thresholds))).as("run %s", again).hasSize(1);
      record(FIRST, again, grown, false);
    }
  }

  @Test
  void recordingACommitAgainWithoutAComparisonKeepsItsReductions() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    record(FIRST, 2, run(Results.verified(), List.of()), true);
    assertThat(failures(judge(verified(100_000, 88_000)))).hasSize(1);
  }

  @Test
  void anotherModeInBetweenDoesNotMakeGrowthPass() {
    Thresholds thresholds = Thresholds.of("off", "10", List.of(), true);
    record(FIRST, 1, run(states(Results.verified(), 16), List.of()), true);
    InstanceResult other =
        RecordJson.with(states(Results.verified(), 20), "search", "DBSS, depth first");
    record(SECOND, 2, run(other, List.of()), true);
    assertThat(failures(judge(run(states(Results.verified(), 36), List.of()), thresholds)))
        .singleElement()
        .asString()
        .contains("36 states, 125.0 % more than recorded for 1a2b3c4 (16)");
  }

  @Test
  void statesCountedWithOtherOptionsOrByAnotherParleyAreToldAndNotJudged() {
    Thresholds thresholds = Thresholds.of("off", "0", List.of(), true);
    Run few = run(states(Results.verified(), 16), List.of());
    record(FIRST, 1, few, true);
    HistoryRecord then = recorded.remove(0);
    for (HistoryRecord.Search search :
        List.of(
            search(then, "trialRuns", "1000", then.search().parley()),
            search(then, "knowledge", "BYTE_CODE", then.search().parley()),
            search(then, "trialRuns", "250000", "0.9"))) {
      recorded.clear();
      recorded.add(RecordJson.with(then, "search", search));
      List<Judgement> judgements =
          judge(run(states(Results.verified(), 36), List.of()), thresholds);
      assertThat(failures(judgements)).isEmpty();
      assertThat(judgements)
          .filteredOn(j -> j.grade() == Grade.NOT_JUDGED)
          .singleElement()
          .extracting(Judgement::text)
          .asString()
          .contains("its states are not judged", " instead of ", "for 1a2b3c4");
      // And back: the last accepted record of the same search counts.
      recorded.add(0, then);
      assertThat(failures(judge(run(states(Results.verified(), 36), List.of()), thresholds)))
          .hasSize(1);
    }
  }

  @Test
  void anOptionThatDiffersIsNamedAlthoughAnotherModeCameInBetween() {
    Thresholds thresholds = Thresholds.of("off", "0", List.of(), true);
    record(FIRST, 1, run(states(Results.verified(), 16), List.of()), true);
    HistoryRecord then = recorded.remove(0);
    HistoryRecord.Search search = search(then, "runTwice", "maybe", then.search().parley());
    recorded.add(RecordJson.with(then, "search", search));
    InstanceResult other =
        RecordJson.with(states(Results.verified(), 20), "search", "DBSS, depth first");
    record(SECOND, 2, run(other, List.of()), true);
    assertThat(judge(run(states(Results.verified(), 36), List.of()), thresholds))
        .anyMatch(j -> j.text().contains("instead of maybe for 1a2b3c4"));
  }

  private static HistoryRecord.Search search(
      HistoryRecord base, String option, String value, String parley) {
    TreeMap<String, String> options = new TreeMap<>(base.search().options());
    options.put(option, value);
    return new HistoryRecord.Search(base.search().mode(), base.search().text(), options, parley);
  }

  @Test
  void aReductionComparedWithOtherOptionsIsToldAndNotJudged() {
    record(FIRST, 1, verified(100_000, 39_100), true);
    HistoryRecord then = recorded.remove(0);
    assertThat(then.counts().comparedOptions()).containsKey("dbss");
    recorded.add(
        RecordJson.with(
            then,
            "counts",
            new HistoryRecord.Counts(
                then.counts().states(),
                then.counts().comparedStates(),
                then.counts().reductions(),
                new TreeMap<>(Map.of("dbss", "000000000000")))));
    assertThat(judge(verified(100_000, 88_000)))
        .extracting(Judgement::grade, Judgement::text)
        .contains(
            tuple(
                Grade.NOT_JUDGED,
                "ask / small: dbss is not judged: there is no accepted record of a comparison"
                    + " with these options by Parley 1; for 1a2b3c4 it saved 60.9 % with others"));
    recorded.add(0, then);
    assertThat(failures(judge(verified(100_000, 88_000)))).hasSize(1);
  }

  @Test
  void aRecordFromTheFutureIsJudgedByWithAWarning() {
    record(FIRST, 1, run(states(Results.verified(), 16), List.of()), true);
    recorded.add(RecordJson.with(recorded.remove(0), "recordedAt", "2099-01-01T00:00:00Z"));
    List<Judgement> judgements =
        judge(
            run(states(Results.verified(), 36), List.of()),
            Thresholds.of("off", "10", List.of(), true));
    assertThat(failures(judgements)).hasSize(1);
    assertThat(judgements)
        .filteredOn(j -> j.grade() == Grade.WARNING)
        .singleElement()
        .extracting(Judgement::text)
        .asString()
        .contains("is dated 2099-01-01T00:00:00Z");
  }

  @Test
  void aRecordedInstanceThatIsDeclaredNoMoreIsNamed() {
    record(FIRST, 1, run(Results.verified(), List.of()), true);
    record(FIRST, 1, run(violated(), List.of()), true);
    Run now = run(Results.verified(), List.of());
    assertThat(
            new HistoryGate(new History(recorded, List.of()), Thresholds.DEFAULT)
                .judge(now, now.declared()))
        .filteredOn(j -> j.grade() == Grade.WARNING)
        .extracting(Judgement::text)
        .containsExactly(
            "ask / wrong: violated for 1a2b3c4, and not declared any more; it was removed or"
                + " renamed, and nothing judges it");
  }

  @Test
  void aVerdictThatGotWorseFailsEvenIfItIsDeclaredNow() {
    record(FIRST, 1, run(Results.verified(), List.of()), true);
    InstanceResult declared = Results.violated("small", Verdict.VIOLATED, Optional.empty());
    assertThat(failures(judge(run(declared, List.of()))))
        .containsExactly(
            "ask / small: violated, which is worse than recorded for 1a2b3c4 (verified)");
    assertThat(judge(run(declared, List.of()), Thresholds.of(null, null, List.of(), false)))
        .noneMatch(Judgement::failed);
  }

  @Test
  void aBudgetThatDependsOnTheMachineDoesNotFail() {
    InstanceResult verified = Results.verified("large(3,5)", Verdict.VERIFIED, Optional.empty());
    record(FIRST, 1, run(verified, List.of()), true);
    assertThat(failures(judge(run(Results.exhausted(), List.of())))).hasSize(1);
    InstanceResult late =
        RecordJson.with(Results.exhausted(), "exhausted", Optional.of(Budget.Kind.TIME));
    assertThat(judge(run(late, List.of())))
        .singleElement()
        .satisfies(j -> assertThat(j.grade()).isEqualTo(Grade.NOT_JUDGED))
        .satisfies(j -> assertThat(j.text()).endsWith("time and memory depend on the machine"));
  }

  @Test
  void figuresOfViolatedInstancesAreNotJudged() {
    record(FIRST, 1, run(states(violated(), 10), List.of(Results.comparedViolated())), true);
    assertThat(judge(run(violated(), List.of()), Thresholds.of("0", "0", List.of(), true)))
        .singleElement()
        .extracting(Judgement::grade)
        .isEqualTo(Grade.PASSED);
  }

  @Test
  void timesAndRatesAreNeverJudged() {
    record(FIRST, 1, run(Results.verified(), List.of()), true);
    InstanceResult slow =
        RecordJson.with(
            Results.verified(), "figures", Results.verified().figures().withMillis(9_000_000));
    assertThat(failures(judge(run(slow, List.of()), Thresholds.of("0", "0", List.of(), true))))
        .isEmpty();
  }

  @Test
  void aProtocolMayHaveLimitsOfItsOwn() {
    record(FIRST, 1, verified(100_000, 40_000), true);
    Thresholds.Written strict = new Thresholds.Written("a*", "small", "1", null);
    Thresholds.Written other = new Thresholds.Written("b*", null, "off", null);
    Run worse = verified(100_000, 43_000);
    assertThat(failures(judge(worse, Thresholds.of(null, null, List.of(other, strict), true))))
        .singleElement()
        .asString()
        .endsWith("at most 1.0 points are allowed");
    assertThat(failures(judge(worse, Thresholds.of(null, null, List.of(other), true)))).isEmpty();
  }

  @Test
  void whatHasNoPastPasses() {
    assertThat(judge(verified(100_000, 40_000))).isEmpty();
    record(FIRST, 1, run(Results.exhausted(), List.of()), true);
    assertThat(judge(verified(100_000, 40_000)))
        .extracting(Judgement::text)
        .containsExactly("ask / small: there is no record of it yet to judge it by");
  }

  @Test
  void theRunItselfIsNotItsOwnPast() {
    Run run = verified(100_000, 88_000);
    record(FIRST, 1, verified(100_000, 39_100), true);
    recorded.add(run.records(SECOND).get(0).withAccepted(true));
    assertThat(failures(judge(run))).hasSize(1);
  }

  private static InstanceResult violated() {
    return Results.violated("wrong", Verdict.VIOLATED, Optional.empty());
  }

  private static InstanceResult states(InstanceResult result, long states) {
    return RecordJson.with(result, "figures", RecordJson.with(result.figures(), "states", states));
  }

  /** The verified instance with these numbers of states, stateful and in mode dbss. */
  private static Run verified(long stateful, long dbss) {
    ComparisonResult compared = Results.compared();
    ModeResult full = compared.modes().get(1);
    ModeResult relevant = compared.modes().get(2);
    return run(
        Results.verified(),
        List.of(
            RecordJson.with(
                compared,
                "modes",
                List.of(
                    RecordJson.with(
                        full, "figures", RecordJson.with(full.figures(), "states", stateful)),
                    RecordJson.with(
                            relevant,
                            "figures",
                            RecordJson.with(relevant.figures(), "states", dbss))
                        .withReductions(
                            List.of(
                                new Reduction(
                                    "stateful",
                                    Reduction.percent(stateful, dbss),
                                    Optional.empty())))))));
  }

  private static Run run(InstanceResult result, List<ComparisonResult> comparisons) {
    CheckOptions base = ReportTextTest.options(Path.of("target"));
    CheckOptions comparing =
        RecordJson.with(base, "compare", List.of(SearchMode.STATEFUL, SearchMode.DBSS));
    RunOptions all = RecordJson.with(base.run(), "selection", Selection.of(null, null, null, null));
    return Run.of(
        "ask",
        new RunReport("Ask", "1", "17", "2026-02-01T00:00:00Z", List.of(result), comparisons),
        Environment.current("3.9"),
        RecordJson.with(comparing, "run", all));
  }

  private void record(String commit, int day, Run run, boolean accepted) {
    HistoryRecord record = run.records(commit).get(0).withAccepted(accepted);
    recorded.add(RecordJson.with(record, "recordedAt", "2026-01-%02dT00:00:00Z".formatted(day)));
  }

  private List<Judgement> judge(Run run) {
    return judge(run, Thresholds.DEFAULT);
  }

  private List<Judgement> judge(Run run, Thresholds thresholds) {
    return new HistoryGate(new History(recorded, List.of()), thresholds)
        .judge(run, Optional.empty());
  }

  private static List<String> failures(List<Judgement> judgements) {
    return judgements.stream().filter(Judgement::failed).map(Judgement::text).toList();
  }
}
