package dev.parley.maven;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;

/**
 * The run as {@code parley.json}, for other programs to read.
 *
 * <p>The number {@code schema} is raised whenever a key is renamed, removed or changes its meaning;
 * new keys may appear under the same number.
 */
final class JsonReport {
  static final int SCHEMA = 1;

  private JsonReport() {}

  static String text(RunReport report, Environment environment, CheckOptions options) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema", SCHEMA);
    root.put("title", report.title());
    root.put("startedAt", report.startedAt());
    root.set("environment", RecordJson.object(environment).put("engineJava", report.javaVersion()));
    root.set("options", RecordJson.flat(options, "run"));
    ArrayNode instances = root.putArray("instances");
    report.instances().forEach(result -> instances.add(instance(result)));
    ArrayNode comparisons = root.putArray("comparisons");
    report.comparisons().forEach(c -> comparisons.add(ComparisonFiles.json(c)));
    return RecordJson.text(root);
  }

  /** The record itself and what follows from it, so that readers need not compute it. */
  private static ObjectNode instance(InstanceResult result) {
    ObjectNode node = RecordJson.object(result);
    node.put("asExpected", result.asExpected());
    ObjectNode figures = (ObjectNode) node.get("figures");
    figures.put("userCodeRuns", result.figures().userCodeRuns());
    figures.put("statesPerSecond", result.figures().statesPerSecond());
    figures.put("bytesPerState", Math.round(result.figures().bytesPerState() * 100) / 100.0);
    return node;
  }
}
