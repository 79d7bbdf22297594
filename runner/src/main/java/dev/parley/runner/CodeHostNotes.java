package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Findings where code hosts show them beside the code: as workflow commands on GitHub, as a code
 * quality report on GitLab. Both are made from the SARIF, so that all say the same.
 */
final class CodeHostNotes {
  /** What GitLab takes as a report of type {@code codequality}. */
  static final String GITLAB_FILE = "gl-code-quality.json";

  /** GitHub shows no more of one step. */
  private static final int MOST_ON_GITHUB = 10;

  /** GitLab wants a file; a finding that none is known for stands at the project's. */
  private static final String NO_FILE = "pom.xml";

  private final List<JsonNode> results = new ArrayList<>();

  private CodeHostNotes(JsonNode sarif) {
    sarif.path("runs").path(0).path("results").forEach(results::add);
  }

  /** The notes that a SARIF document is about. */
  static CodeHostNotes of(String sarif) {
    try {
      return new CodeHostNotes(RecordJson.parse(sarif));
    } catch (IOException e) {
      throw new IllegalStateException("what was just written is JSON", e);
    }
  }

  static boolean onGitHub(Map<String, String> variables) {
    return "true".equalsIgnoreCase(variables.getOrDefault("GITHUB_ACTIONS", ""));
  }

  static boolean onGitLab(Map<String, String> variables) {
    return "true".equalsIgnoreCase(variables.getOrDefault("GITLAB_CI", ""));
  }

  /** Workflow commands, each a line of its own on standard output. */
  List<String> gitHub() {
    return results.stream().limit(MOST_ON_GITHUB).map(CodeHostNotes::command).toList();
  }

  private static String command(JsonNode result) {
    StringBuilder properties = new StringBuilder();
    physical(result)
        .ifPresent(
            place -> {
              properties.append("file=").append(property(uri(place))).append(',');
              line(place).ifPresent(line -> properties.append("line=").append(line).append(','));
            });
    return "::"
        + (isError(result) ? "error" : "warning")
        + " "
        + properties
        + "title="
        + property(result.path("ruleId").asText())
        + "::"
        + data(result.path("message").path("text").asText());
  }

  /** The report for GitLab. */
  String gitLab() {
    ArrayNode report = JsonNodeFactory.instance.arrayNode();
    for (JsonNode result : results) {
      ObjectNode note = report.addObject();
      note.put("description", result.path("message").path("text").asText());
      note.put("check_name", result.path("ruleId").asText());
      JsonNode fingerprints = result.path("partialFingerprints");
      note.put(
          "fingerprint",
          fingerprints.isEmpty() ? note.toString() : fingerprints.iterator().next().asText());
      note.put("severity", isError(result) ? "critical" : "minor");
      ObjectNode location = note.putObject("location");
      location.put("path", physical(result).map(CodeHostNotes::uri).orElse(NO_FILE));
      location
          .putObject("lines")
          .put("begin", physical(result).flatMap(CodeHostNotes::line).orElse(1));
    }
    return RecordJson.text(report);
  }

  /** Writes the report for GitLab beside the others. */
  void writeForGitLab(Path directory) throws IOException {
    Reports.replace(directory.resolve(GITLAB_FILE), gitLab());
  }

  private static boolean isError(JsonNode result) {
    return result.path("level").asText().equals("error");
  }

  private static Optional<JsonNode> physical(JsonNode result) {
    return Optional.of(result.path("locations").path(0).path("physicalLocation"))
        .filter(JsonNode::isObject);
  }

  private static String uri(JsonNode physical) {
    return physical.path("artifactLocation").path("uri").asText();
  }

  private static Optional<Integer> line(JsonNode physical) {
    return Optional.of(physical.path("region").path("startLine"))
        .filter(JsonNode::isInt)
        .map(JsonNode::intValue);
  }

  /** GitHub's own escapes; without them a message could end its command, or begin another. */
  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
