package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coming back to a run by its {@code parley.json}. */
class JsonReportTest {
  @TempDir Path directory;

  @Test
  void aRunIsReadBackAsItWasWritten() throws IOException {
    Run run = ReportTextTest.checkedRun();
    Run read = JsonReport.read(write(JsonReport.text(run)));
    assertThat(read.report()).isEqualTo(run.report());
    assertThat(read.origins()).isEqualTo(run.origins());
    assertThat(read.environment()).isEqualTo(run.environment());
    assertThat(read.failOnBudget()).isTrue();
    assertThat(JsonReport.text(read)).isEqualTo(JsonReport.text(run));
  }

  @Test
  void aMissingFileIsReportedWithTheRemedy() {
    assertThatThrownBy(() -> JsonReport.read(directory.resolve("parley.json")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "There are no results in "
                + directory.resolve("parley.json")
                + ". `mvn parley:check` writes them.");
  }

  @Test
  void aFileThatWasCutOffIsDamagedAndKept() throws IOException {
    String text = JsonReport.text(ReportTextTest.checkedRun());
    Path file = write(text.substring(0, text.length() / 2));
    assertThatThrownBy(() -> JsonReport.read(file))
        .hasMessage(
            file + " is damaged: it is not complete JSON. Write it again with `mvn parley:check`.");
    assertThat(file).hasContent(text.substring(0, text.length() / 2));
  }

  @Test
  void anotherSchemaIsRefused() throws IOException {
    Path newer = write("{\"schema\": 2}");
    assertThatThrownBy(() -> JsonReport.read(newer))
        .hasMessageContaining("does not have schema 1 but 2, of a newer Parley.");
    Path other = write("{}");
    assertThatThrownBy(() -> JsonReport.read(other))
        .hasMessageContaining("does not have schema 1 but none.");
    Path empty = write("");
    assertThatThrownBy(() -> JsonReport.read(empty))
        .hasMessageContaining("does not have schema 1 but none.");
  }

  @Test
  void aDamagedValueIsNamedByItsPlace() throws IOException {
    String text = JsonReport.text(ReportTextTest.checkedRun());
    Map<String, String> damages =
        Map.of(
            text.replaceFirst("\"verdict\" : \"VERIFIED\"", "\"verdict\" : \"PROVEN\""),
            "$.instances[0].verdict should be one of [VERIFIED, ",
            text.replaceFirst("\"states\" : 27410,", "\"states\" : \"many\","),
            "$.instances[0].figures.states should be a number and is STRING",
            text.replaceFirst("\"module\" : \"ask\",", ""),
            "$.instances[0].module should be a text and is NULL",
            text.replaceFirst("2026-01-02T", "yesterday"),
            "$.startedAt should be a time and is yesterday",
            text.replaceFirst("\"comparisons\" : \\[", "\"comparison\" : ["),
            "$.comparisons should be an array");
    for (Map.Entry<String, String> damage : damages.entrySet()) {
      Path file = write(damage.getKey());
      assertThatThrownBy(() -> JsonReport.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file + " is damaged: " + damage.getValue())
          .hasMessageContaining("Write it again with `mvn parley:check` of this version.");
    }
  }

  @Test
  void runsOfSeveralModulesAreReadBackWithTheirModules() throws IOException {
    Run one = ReportTextTest.checkedRun();
    Run common = new CommonRun(List.of(one)).of("All");
    Run read = JsonReport.read(write(JsonReport.text(common)));
    assertThat(read).isEqualTo(common);
    assertThat(read.options()).isEmpty();
    assertThat(read.origins()).hasSameElementsAs(one.origins());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("parley.json"), text);
  }
}
