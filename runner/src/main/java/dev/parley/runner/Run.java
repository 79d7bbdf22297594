package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.api.Verdict;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.RunReport;
import dev.parley.runner.history.HistoryRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run with all that is kept of it.
 *
 * @param report its results
 * @param origins where each result comes from, in the same order
 * @param environment where it took place
 * @param options what it was configured with, as JSON; absent if several runs were put together
 */
record Run(
    RunReport report, List<Origin> origins, Environment environment, Optional<JsonNode> options) {
  private static final String STATEFUL = "stateful";

  /**
   * Where a result comes from.
   *
   * @param module the artifact whose protocol it is
   * @param mode the name of the mode it was checked in
   */
  record Origin(String module, String mode) {}

  Run {
    origins = List.copyOf(origins);
    if (origins.size() != report.instances().size()) {
      throw new IllegalArgumentException("every result needs its origin");
    }
  }

  /** A run of one module. */
  static Run of(String module, RunReport report, Environment environment, CheckOptions options) {
    return new Run(
        report,
        Collections.nCopies(report.instances().size(), new Origin(module, options.mode())),
        environment,
        Optional.of(shareable(options)));
  }

  /**
   * The options without what is nobody else's business: reports are published, and arguments of the
   * Java machine may hold secrets, paths the names of users and machines.
   */
  private static ObjectNode shareable(CheckOptions options) {
    ObjectNode json = RecordJson.flat(options, "run");
    ArrayNode arguments = json.putArray("jvmArguments");
    options.run().jvmArguments().forEach(argument -> arguments.add(withoutValue(argument)));
    json.put("outputDirectory", lastName(options.run().outputDirectory()));
    ((ObjectNode) json.get("history")).put("file", lastName(options.history().file()));
    return json;
  }

  /** Sizes and switches are kept; values of properties, agents and paths are not. */
  private static String withoutValue(String argument) {
    boolean plain =
        argument.startsWith("-X") && !argument.contains("/") && !argument.contains("\\");
    int colon = argument.startsWith("-XX:") ? -1 : argument.indexOf(':');
    int equals = argument.indexOf('=');
    int value = colon < 0 || equals < 0 ? Math.max(colon, equals) : Math.min(colon, equals);
    return plain || (value < 0 && argument.startsWith("-"))
        ? argument
        : argument.substring(0, Math.max(0, value + 1)) + "...";
  }

  private static String lastName(Path path) {
    return path.getFileName() == null ? "" : path.getFileName().toString();
  }

  /** The same, as a run that did not come to its end. */
  Run endedBy(String reason, List<String> missing) {
    return new Run(
        report.endedBy(new RunReport.Incomplete(reason, missing)), origins, environment, options);
  }

  /** The same with other results of the same origins. */
  Run withInstances(List<InstanceResult> others) {
    return new Run(report.withInstances(others), origins, environment, options);
  }

  /** Whether an exhausted budget was configured to be a failure. */
  boolean failOnBudget() {
    return options.map(o -> o.path("failOnBudget").asBoolean(true)).orElse(true);
  }

  /** What there is to record of each result, not accepted yet. */
  List<HistoryRecord> records(String commit) {
    List<HistoryRecord> records = new ArrayList<>();
    for (int i = 0; i < origins.size(); i++) {
      records.add(record(report.instances().get(i), origins.get(i), commit));
    }
    return records;
  }

  /** The run's own time is the record's: the same results always make the same record. */
  private HistoryRecord record(InstanceResult result, Origin origin, String commit) {
    SortedMap<String, Long> states = new TreeMap<>();
    SortedMap<String, Double> reductions = new TreeMap<>();
    // Figures that contradict each other are not worth keeping.
    report
        .comparison(result)
        .filter(comparison -> comparison.error().isEmpty())
        .map(ComparisonResult::modes)
        .orElse(List.of())
        .stream()
        .filter(ModeResult::decided)
        .forEach(
            mode -> {
              states.put(mode.mode(), mode.figures().states());
              mode.over(STATEFUL).ifPresent(r -> reductions.put(mode.mode(), r.statesPercent()));
            });
    boolean ended = result.verdict() == Verdict.VERIFIED || result.verdict() == Verdict.VIOLATED;
    return new HistoryRecord(
        commit,
        report.startedAt(),
        subject(result, origin),
        result.fingerprint(),
        result.verdict(),
        false,
        new HistoryRecord.Search(
            origin.mode(),
            result.search(),
            options.map(o -> SearchIdentity.of(o.path("search"))).orElse(new TreeMap<>()),
            report.parleyVersion()),
        new HistoryRecord.Counts(
            ended ? Optional.of(result.figures().states()) : Optional.empty(),
            states,
            reductions,
            comparedOptions(reductions.keySet())),
        new HistoryRecord.Speed(result.figures().millis(), result.figures().statesPerSecond()));
  }

  /** A reduction depends on both modes: the one that saves and the one it is measured against. */
  private SortedMap<String, String> comparedOptions(Set<String> modes) {
    SortedMap<String, String> identities = new TreeMap<>();
    Map<String, JsonNode> configured = new HashMap<>();
    for (JsonNode mode : options.map(o -> o.path("compare")).orElse(MissingNode.getInstance())) {
      configured.put(mode.path("name").asText(), mode.path("options"));
    }
    JsonNode search = options.map(o -> o.path("search")).orElse(MissingNode.getInstance());
    if (configured.isEmpty() && search.isObject()) {
      // Measured beside the check, with the check's own options.
      modes.forEach(mode -> identities.put(mode, SearchIdentity.hash(List.of(search))));
    }
    for (String mode : modes) {
      if (configured.containsKey(mode) && configured.containsKey(STATEFUL)) {
        identities.put(
            mode, SearchIdentity.hash(List.of(configured.get(mode), configured.get(STATEFUL))));
      }
    }
    return identities;
  }

  private static HistoryRecord.Subject subject(InstanceResult result, Origin origin) {
    return new HistoryRecord.Subject(
        origin.module(), result.description().protocol(), result.description().instance());
  }

  /** All instances the module declares, if the run was not of a selection. */
  Optional<Set<HistoryRecord.Subject>> declared() {
    JsonNode selection = options.map(o -> o.path("selection")).orElse(MissingNode.getInstance());
    boolean all = selection.isObject();
    for (JsonNode patterns : selection) {
      all &= patterns.isEmpty();
    }
    if (!all) {
      return Optional.empty();
    }
    Set<HistoryRecord.Subject> subjects = new HashSet<>();
    for (int i = 0; i < origins.size(); i++) {
      subjects.add(subject(report.instances().get(i), origins.get(i)));
    }
    return Optional.of(subjects);
  }
}
