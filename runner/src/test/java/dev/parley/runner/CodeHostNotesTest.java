package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeHostNotesTest {
  @TempDir Path directory;

  @Test
  void findingsStandBesideTheCodeOnGitHub() throws IOException {
    List<String> commands = notes().gitHub();
    assertThat(commands)
        .isNotEmpty()
        .allMatch(
            line -> line.matches("::(error|warning) (file=[^:,]+,line=\\d+,)?title=[^:]+::.+"))
        .anyMatch(line -> line.contains("file=src/main/java/example/Server.java,line=20,"))
        .noneMatch(line -> line.contains("\n") || line.contains("\r"));
  }

  /** A name or a value of the user's must not begin a command of its own. */
  @Test
  void whatUsersWriteDoesNotBecomeACommand() {
    String sarif =
        "{\"runs\":[{\"results\":[{\"ruleId\":\"a:b,c%\",\"level\":\"error\","
            + "\"message\":{\"text\":\"x\\n::set-output name=y::z\\r%\"}}]}]}";
    assertThat(CodeHostNotes.of(sarif).gitHub())
        .containsExactly("::error title=a%3Ab%2Cc%25::x%0A::set-output name=y::z%0D%25");
  }

  @Test
  void gitHubGetsNoMoreThanItShows() {
    RunReport many =
        new RunReport(
            "t", "1", "17", "2026-01-01T00:00:00Z", Collections.nCopies(30, Results.violated()));
    assertThat(CodeHostNotes.of(Sarif.text(run(many), Map.of())).gitHub()).hasSize(10);
  }

  @Test
  void gitLabGetsACodeQualityReport() throws IOException {
    notes().writeForGitLab(directory);
    JsonNode report = RecordJson.parse(Files.readString(directory.resolve("gl-code-quality.json")));
    assertThat(report).isNotEmpty();
    for (JsonNode note : report) {
      assertThat(note.path("description").asText()).isNotEmpty();
      assertThat(note.path("check_name").asText()).isNotEmpty();
      assertThat(note.path("fingerprint").asText()).isNotEmpty();
      assertThat(note.path("severity").asText()).isIn("critical", "minor");
      assertThat(note.at("/location/path").asText()).isNotEmpty();
      assertThat(note.at("/location/lines/begin").asInt()).isPositive();
    }
    assertThat(report.findValuesAsText("path")).contains("src/main/java/example/Server.java");
  }

  @Test
  void eachHostIsKnownByItsVariable() {
    assertThat(CodeHostNotes.onGitHub(Map.of("GITHUB_ACTIONS", "true"))).isTrue();
    assertThat(CodeHostNotes.onGitLab(Map.of("GITLAB_CI", "true"))).isTrue();
    assertThat(CodeHostNotes.onGitHub(Map.of("CI", "true"))).isFalse();
    assertThat(CodeHostNotes.onGitLab(Map.of("GITHUB_ACTIONS", "true"))).isFalse();
  }

  private CodeHostNotes notes() throws IOException {
    Path source = directory.resolve("src/main/java/example/Server.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    SourceTree tree = SourceTree.of(List.of(directory.resolve("src/main/java")), directory);
    return CodeHostNotes.of(Sarif.text(run(ReportTextTest.report()), Map.of("ask", tree)));
  }

  private static Run run(RunReport report) {
    return Run.of(
        "ask",
        report,
        ReportTextTest.ENVIRONMENT,
        ReportTextTest.options(Path.of("target", "parley")));
  }
}
