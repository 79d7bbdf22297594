package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.fork.Target;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultJournalTest {
  private static final Run.Origin ORIGIN = new Run.Origin("ask", "stateful");

  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();

  @Test
  void whatArrivedIsReadBackAndWhatDidNotIsNamed() throws Exception {
    try (ResultJournal journal = begin(directory)) {
      journal.add(Results.violated());
      journal.add(Results.exhausted());
      assertThat(directory.resolve(ResultJournal.FILE))
          .as("whole lines, before the journal is closed")
          .content(StandardCharsets.US_ASCII)
          .endsWith("}\n");
      Run run = JsonReport.readFrom(directory);
      assertThat(run.report().instances()).containsExactly(Results.violated(), Results.exhausted());
      assertThat(run.report().incomplete().orElseThrow().missing()).containsExactly("ask / small");
      assertThat(run.origins()).containsOnly(ORIGIN);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aLineThatWasCutOffIsLeftOut() throws Exception {
    try (ResultJournal journal = begin(directory)) {
      journal.add(Results.violated());
    }
    Path file = directory.resolve(ResultJournal.FILE);
    Files.writeString(file, "{\"module\" : \"ask\", \"mo", StandardOpenOption.APPEND);
    assertThat(ResultJournal.read(directory).report().instances())
        .containsExactly(Results.violated());
  }

  @Test
  void whereAJournalIsTheReportBesideItIsOfAnEarlierRun() throws Exception {
    RunReport before =
        new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(Results.verified()));
    new Reports(directory, Map.of())
        .write(ReportTextTest.checkedRun(before), Trends.NONE, List.of());
    assertThat(JsonReport.readFrom(directory).report().incomplete()).isEmpty();
    begin(directory).close();
    assertThat(JsonReport.readFrom(directory).report().instances())
        .as("a run without a result leaves the earlier one")
        .containsExactly(Results.verified());
    try (ResultJournal journal = begin(directory)) {
      journal.add(Results.violated());
    }
    assertThat(JsonReport.readFrom(directory).report().instances())
        .containsExactly(Results.violated());
    assertThat(JsonReport.readFrom(directory).report().incomplete()).isPresent();
  }

  @Test
  void oddCharactersComeBackAsTheyWere() throws Exception {
    InstanceResult odd =
        RecordJson.with(
            Results.verified(), "warnings", List.of("\ud800 \u0000\n\uffff é \ud83d\ude00"));
    try (ResultJournal journal = begin(directory)) {
      journal.add(odd);
    }
    assertThat(ResultJournal.read(directory).report().instances()).containsExactly(odd);
  }

  @Test
  void aJournalThatCannotBeWrittenIsOneWarning() throws IOException {
    Path inTheWay = Files.createFile(directory.resolve("file"));
    try (ResultJournal journal = begin(inTheWay)) {
      journal.add(Results.violated());
      journal.add(Results.verified());
    }
    assertThat(warnings).singleElement().asString().contains("cannot be kept");
  }

  private ResultJournal begin(Path where) {
    Run empty =
        ReportTextTest.checkedRun(new RunReport("t", "1", "17", "2026-01-02T00:00:00Z", List.of()));
    return ResultJournal.begin(
        where,
        empty,
        ORIGIN,
        List.of(target("wrong"), target("large(3,5)"), target("small")),
        warnings::add);
  }

  private static Target target(String instance) {
    return new Target("ask", "demo.Ask", instance, List.of());
  }
}
