package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregateTaskTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir Path directory;

  private final List<String> lines = new ArrayList<>();

  private final Console console =
      Console.of(
          line -> lines.add("info: " + line),
          line -> lines.add("warn: " + line),
          line -> lines.add("error: " + line));

  @Test
  void resultsThatThisBuildDidNotWriteAreMarkedWithTheirAge() throws Exception {
    write("fresh", "2026-01-02T03:04:05Z");
    write("stale", "2025-12-31T00:00:00Z");
    RunOutcome outcome = aggregate("fresh", "stale");
    assertThat(outcome.objections()).isEmpty();
    assertThat(lines)
        .anyMatch(l -> l.startsWith("info: fresh: results of 2026-01-02T03:04:05Z, "))
        .anyMatch(
            l ->
                l.startsWith("warn: stale: results of 2025-12-31T00:00:00Z, ")
                    && l.contains("This build did not write them"));
    assertThat(outcome.results().get(0).warnings()).noneMatch(w -> w.contains("earlier build"));
    assertThat(outcome.results().get(1).warnings()).anyMatch(w -> w.contains("earlier build"));
    try (var pages = Files.list(directory.resolve("common/instances"))) {
      assertThat(pages.filter(p -> p.toString().contains("stale")))
          .singleElement()
          .satisfies(p -> assertThat(Files.readString(p)).contains("This is of an earlier build"));
    }
  }

  @Test
  void resultsOfABuildBeforeAreNotMarkedIfThisOneWroteNone() throws Exception {
    write("one", "2026-01-01T00:00:00Z");
    write("other", "2026-01-01T00:01:00Z");
    aggregate("one", "other");
    assertThat(lines).noneMatch(l -> l.startsWith("warn:"));
  }

  @Test
  void aModuleWhoseRunWasStoppedFailsTheCommonGate() throws Exception {
    write("whole", "2026-01-02T03:04:05Z");
    Run begun = run("stopped", new RunReport("t", "1", "17", NOW.toString(), List.of()));
    try (ResultJournal journal =
        ResultJournal.begin(
            directory.resolve("stopped"),
            begun,
            new Run.Origin("stopped", "dbss"),
            List.of(),
            console::warn)) {
      journal.add(Results.verified());
    }
    assertThat(aggregate("whole", "stopped").broken())
        .singleElement()
        .satisfies(o -> assertThat(o.text()).startsWith("This run is incomplete. stopped: "));
  }

  @Test
  void anIncompleteRunIsSaidToBeSoHoweverOftenItsReportsAreWritten() throws Exception {
    RunReport incomplete =
        RecordJson.with(
            new RunReport("t", "1", "17", NOW.toString(), List.of(Results.verified())),
            "incomplete",
            Optional.of(new RunReport.Incomplete("It was stopped.", List.of("ask / large"))));
    new Reports(directory.resolve("cut"), Map.of())
        .write(run("cut", incomplete), Trends.NONE, List.of());
    for (int i = 0; i < 2; i++) {
      lines.clear();
      new ReportTask(console, module("cut"), new ReportOptions(directory.resolve("cut"), history()))
          .run();
      assertThat(lines).anyMatch(l -> l.startsWith("warn: This run is incomplete. It was stopped"));
    }
  }

  @Test
  void aModuleThatHasNothingToCheckAnyMoreHasNoResultsAnyMore() throws Exception {
    RunReport before =
        new RunReport(
            "t", "1", "17", NOW.toString(), List.of(Results.verified(), Results.violated()));
    new Reports(directory.resolve("emptied"), Map.of())
        .write(run("emptied", before), Trends.NONE, List.of());
    assertThat(JsonReport.existsIn(directory.resolve("emptied"))).isTrue();
    CheckTask.leaveNothing(module("emptied"), directory.resolve("emptied"), console);
    assertThat(JsonReport.existsIn(directory.resolve("emptied"))).isFalse();
    try (var left = Files.walk(directory.resolve("emptied"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
    assertThat(lines).singleElement().asString().contains("were removed");
  }

  private RunOutcome aggregate(String... modules) {
    List<AggregateOptions.Member> members = new ArrayList<>();
    for (String name : modules) {
      members.add(new AggregateOptions.Member(module(name), directory.resolve(name), history()));
    }
    return new AggregateTask(
            console,
            new AggregateOptions(
                "all", members, directory.resolve("common"), true, false, true, NOW))
        .run();
  }

  private HistoryOptions history() {
    return new HistoryOptions(
        directory.resolve("none.jsonl"), false, Optional.empty(), false, Thresholds.DEFAULT);
  }

  private void write(String module, String startedAt) throws IOException {
    RunReport report = new RunReport("t", "1", "17", startedAt, List.of(Results.verified()));
    new Reports(directory.resolve(module), Map.of())
        .write(run(module, report), Trends.NONE, List.of());
  }

  private static Run run(String module, RunReport report) {
    return Run.of(
        module,
        report,
        ReportTextTest.ENVIRONMENT,
        ReportTextTest.options(Path.of("target", "parley")));
  }

  private CheckedModule module(String name) {
    return new CheckedModule(name, name, directory, List.of());
  }
}
