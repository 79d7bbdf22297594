package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Trace;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  @TempDir Path directory;

  @Test
  void everyFileIsWrittenAndNothingElseIsLeft() throws IOException {
    Reports.Written written = write(ReportTextTest.report());
    assertThat(written.html()).isRegularFile();
    assertThat(written.json()).isRegularFile();
    assertThat(written.junit()).isRegularFile();
    assertThat(written.trace(Results.violated())).hasValueSatisfying(t -> assertThat(t).exists());
    assertThat(written.trace(Results.verified())).isEmpty();
    assertThat(files()).noneMatch(f -> f.contains(".tmp")).contains("traces/ask-wrong.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void filesAreAsReadableAsAnyOther() throws IOException {
    Path ordinary = Files.createFile(directory.resolve("ordinary"));
    Reports.Written written = write(ReportTextTest.report());
    for (Path file : List.of(written.json(), written.junit(), written.html())) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(Files.getPosixFilePermissions(ordinary));
    }
  }

  @Test
  void aTraceFileReadsBackAsItWasWritten() throws IOException {
    Path file = write(ReportTextTest.report()).trace(Results.violated()).orElseThrow();
    assertThat(TraceFile.read(file)).isEqualTo(TraceFile.of(Results.violated()).orElseThrow());
  }

  @Test
  void tracesOfAnEarlierRunDoNotStay() throws IOException {
    write(ReportTextTest.report());
    write(new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(Results.threw())));
    assertThat(files())
        .filteredOn(f -> f.startsWith("traces/"))
        .containsExactly("traces/ask-throws.json");
  }

  @Test
  void aRunThatCannotBeWrittenLeavesThePreviousReportWhole() throws IOException {
    write(ReportTextTest.report());
    String before = Files.readString(directory.resolve("TEST-parley.xml"));
    Files.delete(directory.resolve("parley.json"));
    Files.createDirectories(directory.resolve("parley.json").resolve("in-the-way"));
    RunReport next =
        new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(Results.verified()));
    assertThatThrownBy(() -> write(next)).isInstanceOf(IOException.class);
    assertThat(Files.readString(directory.resolve("TEST-parley.xml"))).isEqualTo(before);
    assertThat(files()).contains("traces/ask-wrong.json").noneMatch(f -> f.contains(".tmp"));
  }

  @Test
  void oddCharactersCostNothing() throws IOException {
    String odd = "\ud800 \u0000 \u001b \ufffe";
    InstanceResult result =
        RecordJson.with(
            Results.violated(),
            "violation",
            Results.violated()
                .violation()
                .map(v -> RecordJson.with(v, "message", odd))
                .map(
                    v ->
                        RecordJson.with(
                            v,
                            "trace",
                            v.trace()
                                .map(
                                    t ->
                                        new Trace(
                                            List.of(
                                                new Trace.NodeView(
                                                    odd,
                                                    odd,
                                                    List.of(new Trace.FieldView(odd, odd, false)))),
                                            t.steps())))));
    Reports.Written written =
        write(new RunReport(odd, "1", "17", "2026-01-01T00:00:00Z", List.of(result)));
    assertThat(TraceFile.read(written.trace(result).orElseThrow()).trace())
        .isEqualTo(result.violation().orElseThrow().trace().orElseThrow());
    assertThat(JsonReport.read(written.json()).report().instances()).containsExactly(result);
    assertThat(JsonReport.read(written.json()).report().title()).isEqualTo(odd);
    assertThat(Files.readString(written.html())).contains("\ufffd \ufffd \ufffd \ufffd");
  }

  @Test
  void longValuesAreCutEverywhereButInTheTraceFile() throws Exception {
    String large = "0123456789".repeat(10_000);
    InstanceResult result = withInitialField(large);
    Reports.Written written =
        write(new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(result)));
    for (String name : files()) {
      if (name.startsWith("traces/")) {
        assertThat(Files.readString(directory.resolve(name))).contains(large);
      } else {
        assertThat(Files.size(directory.resolve(name))).as(name).isLessThan(80_000);
      }
    }
    assertThat(Files.readString(written.json()))
        .contains("… (98000 more characters: traces/ask-wrong.json)");
    assertThat(JsonReport.readFrom(directory).report().instances()).containsExactly(result);
  }

  @Test
  void instancesThatDifferInCaseOnlyHaveTracesOfTheirOwn() throws IOException {
    InstanceResult small = Results.violated("wrong", Verdict.VERIFIED, Optional.empty());
    InstanceResult large = Results.violated("Wrong", Verdict.VERIFIED, Optional.empty());
    Reports.Written written =
        write(new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(small, large)));
    assertThat(files())
        .filteredOn(f -> f.startsWith("traces/"))
        .extracting(f -> f.toLowerCase(Locale.ROOT))
        .hasSize(2)
        .doesNotHaveDuplicates();
    assertThat(TraceFile.read(written.trace(large).orElseThrow()).instance()).isEqualTo("Wrong");
    String page = Files.readString(directory.resolve("instances/ask-Wrong~2.html"));
    assertThat(page).contains("-Dparley.trace=traces/" + written.trace(large).get().getFileName());
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws Exception {
    Process gone =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
            .start();
    gone.waitFor();
    Path left = Files.createDirectories(directory.resolve(".report-" + gone.pid() + "-1234"));
    Files.createFile(left.resolve("index.html"));
    Path others =
        Files.createDirectory(
            directory.resolve(".report-" + ProcessHandle.current().pid() + "-1234"));
    write(ReportTextTest.report());
    assertThat(left).doesNotExist();
    assertThat(others).exists();
  }

  private static InstanceResult withInitialField(String value) {
    return RecordJson.with(
        Results.violated(),
        "violation",
        Results.violated()
            .violation()
            .map(
                v ->
                    RecordJson.with(
                        v,
                        "trace",
                        v.trace()
                            .map(
                                t ->
                                    new Trace(
                                        List.of(
                                            new Trace.NodeView(
                                                "Client1",
                                                "Client",
                                                List.of(
                                                    new Trace.FieldView("text", value, false)))),
                                        t.steps())))));
  }

  @Test
  void writingAgainChangesNothingAndLeavesTheResultsAlone() throws IOException {
    write(ReportTextTest.checkedRun().report());
    Map<String, String> before = contents();
    String json = before.get("parley.json").replace("\"schema\"", "\"later\" : 1, \"schema\"");
    Files.writeString(directory.resolve("parley.json"), json);
    new Reports(directory, Map.of())
        .writeAgain(JsonReport.read(directory.resolve("parley.json")), Trends.NONE, List.of());
    Map<String, String> after = contents();
    assertThat(after.remove("parley.json")).isEqualTo(json);
    before.remove("parley.json");
    assertThat(after).isEqualTo(before);
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (String name : files()) {
      contents.put(name, Files.readString(directory.resolve(name)));
    }
    return contents;
  }

  @Test
  void aMissingTraceFileIsReportedWithTheRemedy() {
    assertThatThrownBy(() -> TraceFile.read(directory.resolve("none.json")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("There is no trace file")
        .hasMessageContaining("mvn parley:check");
  }

  @Test
  void aFileThatIsNoTraceIsRefused() throws IOException {
    assertThatThrownBy(() -> TraceFile.read(Files.writeString(file(), "not json")))
        .hasMessageContaining("is not a trace file");
    assertThatThrownBy(() -> TraceFile.read(Files.writeString(file(), "{\"schema\": 99}")))
        .hasMessageContaining("not a trace file of schema 1 (found: 99)");
    String text = TraceFile.of(Results.violated()).orElseThrow().text();
    assertThatThrownBy(
            () ->
                TraceFile.read(
                    Files.writeString(file(), text.replace("\"number\" : 2", "\"number\" : []"))))
        .hasMessageContaining("is damaged: $.trace.steps[1].number should be a number");
  }

  private Path file() {
    return directory.resolve("trace.json");
  }

  private Reports.Written write(RunReport report) throws IOException {
    return new Reports(directory, Map.of())
        .write(ReportTextTest.checkedRun(report), Trends.NONE, List.of());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> directory.relativize(f).toString().replace('\\', '/'))
          .toList();
    }
  }
}
