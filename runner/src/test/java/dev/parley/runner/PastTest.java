package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import dev.parley.runner.history.HistoryFile;
import dev.parley.runner.history.HistoryRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastTest {
  private static final String COMMIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";

  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("past.jsonl");
  }

  @Test
  void aRunWithoutACommitIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> past(true, false, Map.of()))
        .isInstanceOf(BrokenRunException.class)
        .hasMessageContaining("neither the environment nor a git repository around " + directory)
        .hasMessageContaining("Name it with -Dparley.commit");
  }

  @Test
  void onlyReadingNeedsNoCommitAndWritesNothing() throws Exception {
    Past past = past(false, false, Map.of());
    assertThat(past.record(run("2026-01-01T00:00:00Z"), List.of(), Map.of())).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void aCommitThatIsNamedWinsOverTheEnvironment() throws Exception {
    HistoryOptions options =
        new HistoryOptions(file, true, Optional.of(" abc "), false, Thresholds.DEFAULT);
    Past past = Past.open(options, Map.of("GIT_COMMIT", COMMIT), directory, warnings::add);
    assertThat(past.record(run("2026-01-01T00:00:00Z"), List.of(), Map.of()))
        .contains("Recorded for commit abc: " + file);
    assertThat(new HistoryFile(file).read().records())
        .extracting(HistoryRecord::commit)
        .containsOnly("abc");
  }

  /** Else no record from before there was such an option would be of the same search. */
  @Test
  void optionsThatCameLaterAreNamedOnlyWhereTheyAreUsed() {
    assertThat(run("2026-01-01T00:00:00Z").records("").get(0).search().options())
        .containsKeys("order", "trialRuns")
        .doesNotContainKeys("network", "walks");
  }

  @Test
  void randomWalksAreNotRecorded() throws Exception {
    Run walked =
        ReportTextTest.checkedRun(
            new RunReport(
                "Ask",
                "1.2.3",
                "17",
                "2026-01-01T00:00:00Z",
                List.of(Results.walked(Verdict.VERIFIED)),
                List.of()));
    Past past = past(true, false, Map.of("GIT_COMMIT", COMMIT));
    assertThat(past.judge(walked)).isEmpty();
    assertThat(past.record(walked, List.of(), Map.of()))
        .contains("Not recorded: random walks meet other states each time");
    assertThat(file).doesNotExist();
  }

  @Test
  void whatIsNotAsDeclaredOrWorseIsRecordedAndNotAccepted() throws Exception {
    Run run = run("2026-01-01T00:00:00Z");
    HistoryRecord.Subject variant = run.records("").get(1).subject();
    List<Judgement> worse = List.of(new Judgement(variant, Judgement.Grade.FAILED, "worse"));
    past(true, false, Map.of("GIT_COMMIT", COMMIT)).record(run, worse, Map.of());
    assertThat(accepted()).containsExactly("small");
    past(true, true, Map.of("GIT_COMMIT", COMMIT)).record(run, worse, Map.of());
    assertThat(accepted()).containsExactly("small", "small", "variant");
    assertThat(Files.readAllLines(file)).hasSize(14);
  }

  @Test
  void pagesShowThePastButNotTheCommitThatIsBeingRecordedAgain() throws Exception {
    Map<String, String> first = Map.of("GIT_COMMIT", COMMIT);
    past(true, false, first).record(run("2026-01-01T00:00:00Z"), List.of(), Map.of());
    past(true, false, Map.of("GIT_COMMIT", "2" + COMMIT))
        .record(run("2026-01-02T00:00:00Z"), List.of(), Map.of());
    Run now = run("2026-01-03T00:00:00Z");
    Trends all = past(false, false, Map.of()).trends(now);
    assertThat(all.of("ask", "small").orElseThrow().points())
        .extracting(Trends.Point::commit)
        .containsExactly(COMMIT, "2" + COMMIT);
    assertThat(all.of("ask", "small").orElseThrow().mode()).isEqualTo("stateful");
    Trends.Point point = all.of("ask", "small").orElseThrow().points().get(0);
    assertThat(point.search()).isEqualTo(now.report().instances().get(0).search());
    assertThat(point.statesByMode())
        .as("what the check counted comes before what its mode did in a comparison")
        .containsEntry("stateful", now.report().instances().get(0).figures().states())
        .containsKey("dbss")
        .hasSize(2);
    assertThat(point.reductions()).containsExactly(Map.entry("dbss", 57.02));
    assertThat(point.statesPerSecond()).contains(21_928L);
    assertThat(past(true, false, first).trends(now).of("ask", "small").orElseThrow().points())
        .extracting(Trends.Point::commit)
        .containsExactly("2" + COMMIT);
    assertThat(past(false, false, Map.of()).trends(run("2026-01-01T00:00:00Z")).series()).isEmpty();
  }

  @Test
  void whatIsWrongWithTheFileIsAWarning() throws Exception {
    Files.writeString(file, "not a record\n");
    past(false, false, Map.of());
    assertThat(warnings).singleElement().asString().contains(file + ", line 1 is not a JSON");
    assertThat(file).hasContent("not a record");
  }

  private List<String> accepted() throws Exception {
    return new HistoryFile(file)
        .read().records().stream()
            .filter(HistoryRecord::accepted)
            .map(record -> record.subject().instance())
            .toList();
  }

  private Past past(boolean record, boolean accept, Map<String, String> environment)
      throws BrokenRunException {
    return Past.open(
        new HistoryOptions(file, record, Optional.empty(), accept, Thresholds.DEFAULT),
        environment,
        directory,
        warnings::add);
  }

  private static Run run(String startedAt) {
    return ReportTextTest.checkedRun(
        new RunReport("Ask", "1.2.3", "17", startedAt, Results.all(), List.of(Results.compared())));
  }
}
