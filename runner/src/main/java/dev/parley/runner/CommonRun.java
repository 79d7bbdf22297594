package dev.parley.runner;

import dev.parley.engine.model.Model;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The runs of several modules put together as one. Modules do not know of each other, so two may
 * have protocols, or even classes, of one name; then each gets its module's name added, since
 * pages, traces and comparisons go by these names.
 */
final class CommonRun {
  private final List<Run> runs;

  CommonRun(List<Run> runs) {
    this.runs = List.copyOf(runs);
  }

  /** All results, in the order of the modules. The time is that of the first to begin. */
  Run of(String title) {
    List<InstanceResult> instances = new ArrayList<>();
    List<ComparisonResult> comparisons = new ArrayList<>();
    List<Run.Origin> origins = new ArrayList<>();
    for (Run run : runs) {
      for (InstanceResult result : run.report().instances()) {
        instances.add(RecordJson.with(result, "description", renamed(run, result.description())));
      }
      for (ComparisonResult result : run.report().comparisons()) {
        comparisons.add(RecordJson.with(result, "description", renamed(run, result.description())));
      }
      origins.addAll(run.origins());
    }
    Run first = runs.get(0);
    return new Run(
        new RunReport(
            title,
            first.report().parleyVersion(),
            first.report().javaVersion(),
            runs.stream()
                .map(run -> run.report().startedAt())
                .min(Comparator.comparing(Instant::parse))
                .orElseThrow(),
            instances,
            comparisons,
            incomplete()),
        origins,
        first.environment(),
        Optional.empty());
  }

  private Optional<RunReport.Incomplete> incomplete() {
    List<String> reasons = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Run run : runs) {
      run.report()
          .incomplete()
          .ifPresent(
              why -> {
                reasons.add(module(run) + ": " + why.reason());
                why.missing().forEach(name -> missing.add(name + " (" + module(run) + ")"));
              });
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(new RunReport.Incomplete(String.join(" ", reasons), missing));
  }

  /** What is known of the past of one of the runs, under the names it has here. */
  List<Trends.Series> renamed(Run run, Trends trends) {
    return trends.series().stream()
        .map(
            s ->
                new Trends.Series(
                    protocol(run, s.protocol()), s.instance(), s.mode(), s.points(), s.earlier()))
        .toList();
  }

  private Model.Description renamed(Run run, Model.Description description) {
    Model.Description named =
        RecordJson.with(description, "protocol", protocol(run, description.protocol()));
    return RecordJson.with(named, "protocolClass", protocolClass(run, description.protocolClass()));
  }

  private String protocol(Run run, String name) {
    boolean shared =
        runs.stream()
            .filter(other -> other != run)
            .flatMap(other -> other.report().instances().stream())
            .anyMatch(result -> result.description().protocol().equals(name));
    return shared ? name + " (" + module(run) + ")" : name;
  }

  private String protocolClass(Run run, String name) {
    boolean shared =
        runs.stream()
            .filter(other -> other != run)
            .flatMap(other -> other.report().instances().stream())
            .anyMatch(result -> result.description().protocolClass().equals(name));
    return shared ? name + " (" + module(run) + ")" : name;
  }

  private static String module(Run run) {
    return run.origins().get(0).module();
  }
}
