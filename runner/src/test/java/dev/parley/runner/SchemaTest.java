package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.parley.engine.result.RunReport;
import dev.parley.runner.history.HistoryFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written, against the schemas that are published for it. */
class SchemaTest {
  private static final Path PUBLISHED = Path.of("../src-site/resources/schema");

  @TempDir Path directory;

  @Test
  void thePublishedSchemaOfResultsIsThatOfTheRecordsTheyAreWrittenFrom() throws IOException {
    Path file = PUBLISHED.resolve("parley-" + JsonReport.SCHEMA + ".schema.json");
    if (Boolean.getBoolean("parley.golden.update")) {
      Files.writeString(file, ResultsSchema.text());
    }
    assertThat(Files.readString(file))
        .as("after an intended change run with -Dparley.golden.update=true")
        .isEqualTo(ResultsSchema.text());
  }

  @Test
  void theSchemasAreInTheJarToo() throws IOException {
    for (String name : List.of("parley-1.schema.json", "parley-history-1.schema.json")) {
      assertThat(resource("/dev/parley/runner/schema/" + name))
          .isEqualTo(Files.readString(PUBLISHED.resolve(name)));
    }
  }

  @Test
  void resultsAreValid() throws IOException {
    Run run = ReportTextTest.checkedRun();
    assertThat(problems(results(), JsonReport.text(run))).isEmpty();
    Run common = new CommonRun(List.of(run, run)).of("All");
    assertThat(problems(results(), JsonReport.text(common))).isEmpty();
  }

  @Test
  void theSchemaOfResultsRefusesWhatIsNot() throws IOException {
    JsonNode results = RecordJson.parse(JsonReport.text(ReportTextTest.checkedRun()));
    ((ObjectNode) results.get("instances").get(0)).put("verdict", "PROVEN");
    ((ObjectNode) results.get("instances").get(1).get("figures")).remove("states");
    ((ObjectNode) results).put("schema", 2);
    assertThat(problems(results(), results.toString())).hasSize(3);
  }

  @Test
  void aHistoryIsValidLineByLine() throws IOException {
    HistoryFile file = new HistoryFile(directory.resolve("past.jsonl"));
    file.append(ReportTextTest.checkedRun().records("1a2b3c4"));
    JsonSchema schema =
        draft2020(Files.readString(PUBLISHED.resolve("parley-history-1.schema.json")));
    List<String> lines = Files.readAllLines(file.path());
    assertThat(lines).hasSize(7);
    for (String line : lines) {
      assertThat(problems(schema, line)).isEmpty();
      assertThat(problems(schema, line.replace("\"verdict\":\"", "\"verdict\":\"UN"))).hasSize(1);
    }
  }

  @Test
  void sarifIsValid() throws IOException {
    Path sources = Files.createDirectories(directory.resolve("src/demo"));
    Files.createFile(sources.resolve("Server.java"));
    SourceTree tree = SourceTree.of(List.of(directory.resolve("src")), directory);
    for (Map<String, SourceTree> known :
        List.of(Map.of("ask", tree), Map.<String, SourceTree>of())) {
      assertThat(problems(sarif(), Sarif.text(ReportTextTest.checkedRun(), known))).isEmpty();
    }
    RunReport empty = new RunReport("Empty", "1", "17", "2026-01-02T03:04:05Z", List.of());
    assertThat(problems(sarif(), Sarif.text(ReportTextTest.checkedRun(empty), Map.of()))).isEmpty();
  }

  private static JsonSchema results() throws IOException {
    return draft2020(Files.readString(PUBLISHED.resolve("parley-1.schema.json")));
  }

  private static JsonSchema draft2020(String schema) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
  }

  private static JsonSchema sarif() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
        .getSchema(resource("/schema/sarif-schema-2.1.0.json"));
  }

  private static List<String> problems(JsonSchema schema, String text) throws IOException {
    return schema.validate(RecordJson.parse(text)).stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = SchemaTest.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
