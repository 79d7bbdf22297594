package dev.parley.maven;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.api.Verdict;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.RunReport;
import dev.parley.maven.history.HistoryRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
        Optional.of(RecordJson.flat(options, "run")));
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
        origin.module(),
        result.description().protocol(),
        result.description().instance(),
        result.fingerprint(),
        result.verdict(),
        false,
        origin.mode(),
        result.search(),
        ended ? Optional.of(result.figures().states()) : Optional.empty(),
        states,
        reductions,
        result.figures().millis(),
        result.figures().statesPerSecond(),
        report.parleyVersion());
  }
}
