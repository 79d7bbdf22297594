package dev.parley.runner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.report.HtmlComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes all files of a comparison, each as a whole or not at all. */
final class ComparisonFiles {
  static final int SCHEMA = 1;

  private final CompareOptions options;
  private final Environment environment;

  ComparisonFiles(CompareOptions options, Environment environment) {
    this.options = options;
    this.environment = environment;
  }

  /** Writes for people, for people who want to quote it, and for programs. */
  List<Path> write(ComparisonReport report) throws IOException {
    Path directory = options.run().outputDirectory();
    return List.of(
        HtmlComparison.write(report, directory),
        Reports.replace(directory.resolve("compare.md"), ComparisonText.markdown(report)),
        Reports.replace(directory.resolve("compare.json"), json(report)));
  }

  /**
   * The comparisons as {@code compare.json}. The number {@code schema} is raised whenever a key is
   * renamed, removed or changes its meaning; new keys may appear under the same number.
   */
  String json(ComparisonReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema", SCHEMA);
    root.put("title", report.title());
    root.put("startedAt", report.startedAt());
    root.set("environment", RecordJson.object(environment).put("engineJava", report.javaVersion()));
    root.set("options", RecordJson.flat(options, "run"));
    ArrayNode comparisons = root.putArray("comparisons");
    report.comparisons().forEach(c -> comparisons.add(json(c)));
    return RecordJson.text(root);
  }

  /** The record itself and what follows from it, so that readers need not compute it. */
  static ObjectNode json(ComparisonResult comparison) {
    return RecordJson.object(comparison).put("verdict", comparison.verdict().name());
  }
}
