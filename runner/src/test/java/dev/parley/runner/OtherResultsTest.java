package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherResultsTest {
  @TempDir Path directory;

  private final CheckedModule module = new CheckedModule("ask", "Ask & Co", Path.of(""), List.of());

  @Test
  void theOtherResultsStayWithTheirTracesAndSayThatTheyWereNotCheckedAgain() throws Exception {
    write(ReportTextTest.report());
    Run now = run(List.of(Results.verified()));
    Run all = others(Selection.of(null, "right", null, null)).addedTo(now, declared(), nothing());

    assertThat(names(all.report()))
        .containsExactlyInAnyOrderElementsOf(names(ReportTextTest.report()));
    assertThat(all.origins()).hasSameSizeAs(all.report().instances());
    for (InstanceResult result : all.report().instances()) {
      boolean checked =
          result.description().instance().equals(Results.verified().description().instance());
      assertThat(result.basis().earlier().isEmpty()).isEqualTo(checked);
      result
          .basis()
          .earlier()
          .ifPresent(
              check -> {
                assertThat(check.at()).isEqualTo(ReportTextTest.report().startedAt());
                assertThat(check.current()).isFalse();
                assertThat(check.text()).startsWith("not checked again since ");
              });
    }
    assertThat(
            all.report().instances().stream()
                .filter(r -> r.description().equals(Results.violated().description()))
                .findFirst()
                .flatMap(InstanceResult::violation))
        .isEqualTo(Results.violated().violation());
  }

  @Test
  void whatIsNotDeclaredAnyMoreGoes() throws Exception {
    write(ReportTextTest.report());
    Run now = run(List.of(Results.verified()));
    List<Target> declared = List.of(target(Results.verified()), target(Results.threw()));
    Run all = others(Selection.of("ask", null, null, null)).addedTo(now, declared, nothing());
    assertThat(names(all.report()))
        .isEqualTo(names(report(List.of(Results.verified(), Results.threw()))));
  }

  @Test
  void nothingIsKeptByTagsOrFromADamagedReportOrFromAnotherModule() throws Exception {
    Run now = run(List.of(Results.verified()));
    Selection narrow = Selection.of(null, "right", null, null);
    assertThat(others(narrow).addedTo(now, declared(), nothing())).isEqualTo(now);

    write(ReportTextTest.report());
    assertThat(others(narrow).addedTo(now, declared(), nothing())).isNotEqualTo(now);
    assertThat(others(Selection.of(null, null, "quick", null)).addedTo(now, declared(), nothing()))
        .isEqualTo(now);
    CheckedModule other = new CheckedModule("other", "Other", Path.of(""), List.of());
    assertThat(OtherResults.in(directory, other, narrow).addedTo(now, declared(), nothing()))
        .isEqualTo(now);
    Files.writeString(directory.resolve("parley.json"), "{");
    assertThat(others(narrow).addedTo(now, declared(), nothing())).isEqualTo(now);
  }

  @Test
  void namesThatNoInstanceHasCostNoResults() throws Exception {
    write(ReportTextTest.report());
    Path classes = Files.createDirectory(directory.resolve("classes"));
    CheckTask check =
        new CheckTask(
            new SilentTool(),
            module,
            new ModuleClasses(List.of(classes), List.of()),
            ReportTextTest.options(directory));
    copy("dev/parley/runner/OtherResultsTest$Quiet.class", classes);
    RunOutcome outcome = check.run();
    assertThat(outcome.failed()).hasSize(1);
    assertThat(JsonReport.existsIn(directory)).isTrue();

    Files.delete(classes.resolve("OtherResultsTest$Quiet.class"));
    check.run();
    assertThat(JsonReport.existsIn(directory)).isFalse();
  }

  /** A protocol of another name than the one that is asked for. */
  @Protocol(name = "quiet")
  static final class Quiet {
    @Instance
    static void alone(Topology t) {}
  }

  private static void copy(String name, Path directory) throws IOException {
    try (InputStream in = OtherResultsTest.class.getClassLoader().getResourceAsStream(name)) {
      Files.write(
          directory.resolve(name.substring(name.lastIndexOf('/') + 1)), in.readAllBytes());
    }
  }

  private OtherResults others(Selection selection) {
    return OtherResults.in(directory, module, selection);
  }

  private void write(RunReport report) throws IOException {
    new Reports(directory, Map.of())
        .write(
            Run.of("ask", report, ReportTextTest.ENVIRONMENT, ReportTextTest.options(directory)),
            new Trends(List.of()),
            List.of());
  }

  private Run run(List<InstanceResult> results) {
    return Run.of(
        "ask", report(results), ReportTextTest.ENVIRONMENT, ReportTextTest.options(directory));
  }

  private static RunReport report(List<InstanceResult> results) {
    return new RunReport("Ask & Co", "1", "17", "2026-02-02T00:00:00Z", results);
  }

  private static List<Target> declared() {
    return ReportTextTest.report().instances().stream().map(OtherResultsTest::target).toList();
  }

  private static List<String> names(RunReport report) {
    return new ArrayList<>(report.instances().stream().map(Gate::name).toList());
  }

  /** Nothing is certain where everything is searched. */
  private Reuse nothing() {
    return Reuse.of(
        new SilentTool(),
        module,
        new ModuleClasses(List.of(), List.of()),
        ReportTextTest.options(directory),
        List.of());
  }

  private static Target target(InstanceResult result) {
    return new Target(
        result.description().protocol(),
        result.description().protocolClass(),
        result.description().instance(),
        List.of());
  }
}
