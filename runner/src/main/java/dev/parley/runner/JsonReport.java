package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The run as {@code parley.json}, for other programs, and for goals that come back to a run.
 *
 * <p>The number {@code schema} is raised whenever a key is renamed, removed or changes its meaning;
 * new keys may appear under the same number.
 */
final class JsonReport {
  static final int SCHEMA = 1;
  static final String FILE = "parley.json";

  private JsonReport() {}

  static String text(Run run) {
    return RecordJson.text(json(run));
  }

  static ObjectNode json(Run run) {
    RunReport report = run.report();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema", SCHEMA);
    root.put("title", report.title());
    root.put("startedAt", report.startedAt());
    root.set(
        "environment",
        RecordJson.object(run.environment()).put("engineJava", report.javaVersion()));
    root.set("options", run.options().orElse(JsonNodeFactory.instance.nullNode()));
    ArrayNode instances = root.putArray("instances");
    for (int i = 0; i < report.instances().size(); i++) {
      instances.add(instance(report.instances().get(i), run.origins().get(i)));
    }
    ArrayNode comparisons = root.putArray("comparisons");
    report.comparisons().forEach(c -> comparisons.add(ComparisonFiles.json(c)));
    root.set(
        "incomplete",
        report
            .incomplete()
            .<JsonNode>map(RecordJson::object)
            .orElse(JsonNodeFactory.instance.nullNode()));
    return root;
  }

  /** The record itself and what follows from it, so that readers need not compute it. */
  static ObjectNode instance(InstanceResult result, Run.Origin origin) {
    ObjectNode node = RecordJson.object(origin);
    node.setAll(RecordJson.object(result));
    node.put("asExpected", result.asExpected());
    ObjectNode figures = (ObjectNode) node.get("figures");
    figures.put("userCodeRuns", result.figures().userCodeRuns());
    figures.put("statesPerSecond", result.figures().statesPerSecond());
    figures.put("bytesPerState", Math.round(result.figures().bytesPerState() * 100) / 100.0);
    return node;
  }

  static boolean existsIn(Path directory) {
    return Files.exists(directory.resolve(FILE)) || ResultJournal.existsIn(directory);
  }

  /** Reads the run whose results are in a directory, with the traces in full. */
  static Run readFrom(Path directory) throws BrokenRunException {
    try {
      return ResultJournal.existsIn(directory)
          ? ResultJournal.read(directory)
          : CappedValues.restored(read(directory.resolve(FILE)), directory);
    } catch (IOException e) {
      throw new BrokenRunException(e.getMessage(), e);
    }
  }

  /**
   * Reads a run back.
   *
   * @throws IOException saying what is wrong with the file and what to do
   */
  static Run read(Path file) throws IOException {
    JsonNode root;
    try {
      root = RecordJson.parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new IOException(
          "There are no results in " + file + ". `mvn parley:check` writes them.", e);
    } catch (IOException e) {
      throw new IOException(
          file + " is damaged: it is not complete JSON. Write it again with `mvn parley:check`.",
          e);
    }
    int schema = root.path("schema").asInt();
    if (schema != SCHEMA) {
      throw new IOException(
          file
              + " does not have schema "
              + SCHEMA
              + " but "
              + (schema == 0 ? "none" : schema + (schema > SCHEMA ? ", of a newer Parley" : ""))
              + ". Write it again with `mvn parley:check` of this version.");
    }
    try {
      return run(root);
    } catch (IOException e) {
      throw new IOException(
          file
              + " is damaged: "
              + e.getMessage()
              + ". Write it again with `mvn parley:check` of this version.",
          e);
    }
  }

  static Run run(JsonNode root) throws IOException {
    List<Run.Origin> origins = new ArrayList<>();
    List<InstanceResult> instances = new ArrayList<>();
    for (JsonNode node : array(root, "instances")) {
      String place = "$.instances[" + instances.size() + "]";
      origins.add(RecordJson.read(node, Run.Origin.class, place));
      instances.add(RecordJson.read(complete(node), InstanceResult.class, place));
    }
    List<ComparisonResult> comparisons = new ArrayList<>();
    for (JsonNode node : array(root, "comparisons")) {
      String place = "$.comparisons[" + comparisons.size() + "]";
      comparisons.add(exact(RecordJson.read(node, ComparisonResult.class, place)));
    }
    JsonNode environment = root.path("environment");
    return new Run(
        new RunReport(
            text(root, "$", "title"),
            text(environment, "$.environment", "parley"),
            text(environment, "$.environment", "engineJava"),
            time(root),
            instances,
            comparisons,
            incomplete(root.path("incomplete"))),
        origins,
        RecordJson.read(environment, Environment.class, "$.environment"),
        Optional.of(root.path("options")).filter(JsonNode::isObject));
  }

  /** With the keys that files of this schema did not have from the beginning. */
  private static JsonNode complete(JsonNode instance) {
    ObjectNode whole = instance.deepCopy();
    if (!whole.has("surroundings")) {
      whole.set("surroundings", RecordJson.object(Surroundings.USUAL));
    }
    for (String since : List.of("breakingFaults", "harmlessFaults")) {
      if (!whole.has(since)) {
        whole.putArray(since);
      }
    }
    ObjectNode surroundings = (ObjectNode) whole.get("surroundings");
    if (!surroundings.has("networkReplaced")) {
      surroundings.put("networkReplaced", false);
    }
    return whole;
  }

  private static Optional<RunReport.Incomplete> incomplete(JsonNode node) throws IOException {
    return node.isObject()
        ? Optional.of(RecordJson.read(node, RunReport.Incomplete.class, "$.incomplete"))
        : Optional.empty();
  }

  private static JsonNode array(JsonNode root, String key) throws IOException {
    if (!root.path(key).isArray()) {
      throw new IOException("$." + key + " should be an array");
    }
    return root.path(key);
  }

  private static String text(JsonNode node, String place, String key) throws IOException {
    if (!node.path(key).isTextual()) {
      throw new IOException(place + "." + key + " should be a text");
    }
    return node.path(key).textValue();
  }

  private static String time(JsonNode root) throws IOException {
    String text = text(root, "$", "startedAt");
    try {
      Instant.parse(text);
      return text;
    } catch (DateTimeParseException e) {
      throw new IOException("$.startedAt should be a time and is " + text, e);
    }
  }

  /** Percentages are written rounded; what they were computed from is written in full. */
  private static ComparisonResult exact(ComparisonResult comparison) {
    return new ComparisonResult(
        comparison.description(),
        comparison.budget(),
        comparison.rounds(),
        comparison.modes().stream().map(mode -> exact(mode, comparison.modes())).toList(),
        comparison.error(),
        comparison.earlier());
  }

  private static ModeResult exact(ModeResult mode, List<ModeResult> all) {
    return mode.withReductions(
        mode.reductions().stream()
            .map(
                rounded ->
                    all.stream()
                        .filter(other -> other.mode().equals(rounded.over()))
                        .findFirst()
                        .map(over -> exact(rounded, over, mode))
                        .orElse(rounded))
            .toList());
  }

  private static Reduction exact(Reduction rounded, ModeResult over, ModeResult mode) {
    return new Reduction(
        rounded.over(),
        Reduction.percent(over.figures().states(), mode.figures().states()),
        rounded
            .timePercent()
            .map(p -> Reduction.percent(over.medianMillis(), mode.medianMillis())));
  }
}
