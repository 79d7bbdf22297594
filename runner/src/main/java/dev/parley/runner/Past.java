package dev.parley.runner;

import dev.parley.engine.result.InstanceResult;
import dev.parley.report.Trends;
import dev.parley.runner.history.Commits;
import dev.parley.runner.history.History;
import dev.parley.runner.history.HistoryFile;
import dev.parley.runner.history.HistoryRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The recorded past as a goal uses it: read before the run, judged by and added to after it. */
final class Past {
  private final HistoryOptions options;
  private final HistoryFile file;
  private final History history;
  private final Optional<String> commit;

  private Past(HistoryOptions options, HistoryFile file, History history, Optional<String> commit) {
    this.options = options;
    this.file = file;
    this.history = history;
    this.commit = commit;
  }

  /**
   * Reads the past. If the run is to be recorded, everything that would prevent this is found now
   * and not after hours of searching.
   */
  static Past open(
      HistoryOptions options,
      Map<String, String> environment,
      Path baseDirectory,
      Consumer<String> warnings)
      throws BrokenRunException {
    HistoryFile file = new HistoryFile(options.file());
    try {
      if (options.record()) {
        file.requireAppendable();
      }
      History history = file.read();
      history.problems().forEach(warnings);
      return new Past(options, file, history, commit(options, environment, baseDirectory));
    } catch (IOException e) {
      throw new BrokenRunException("The history cannot be used: " + e.getMessage(), e);
    }
  }

  private static Optional<String> commit(
      HistoryOptions options, Map<String, String> environment, Path baseDirectory)
      throws BrokenRunException {
    if (!options.record()) {
      return Optional.empty();
    }
    Optional<String> commit =
        options.commit().or(() -> Commits.current(environment, baseDirectory));
    if (commit.isEmpty()) {
      throw new BrokenRunException(
          "The run cannot be recorded: neither the environment nor a git repository around "
              + baseDirectory
              + " tells which commit it is of. Name it with -Dparley.commit, or do not record.");
    }
    return commit;
  }

  /** Where it is recorded. */
  Path file() {
    return file.path();
  }

  /** Whether what is worse than recorded is intended. */
  boolean accepting() {
    return options.accept();
  }

  /** Judges a run that was read back, as far as it says what its module declares. */
  List<Judgement> judge(Run run) {
    return judge(run, run.declared());
  }

  /** Judges a run. */
  List<Judgement> judge(Run run, Optional<Set<HistoryRecord.Subject>> declared) {
    boolean searched =
        run.report().instances().stream().allMatch(r -> r.profile().walks().isEmpty());
    return searched
        ? new HistoryGate(history, options.thresholds()).judge(run, declared)
        : List.of();
  }

  /** Tells what the past says about a run: every figure against its limit, also those that pass. */
  void show(List<Judgement> judgements, Console console) {
    if (judgements.isEmpty()) {
      return;
    }
    console.info("Against the recorded history, " + file.path() + ":");
    for (Judgement judgement : judgements) {
      if (judgement.grade() == Judgement.Grade.WARNING) {
        console.warn("  " + judgement.text());
      } else if (!judgement.failed()) {
        console.info("  " + judgement.text());
      } else if (options.accept()) {
        console.warn("  " + judgement.text() + "; accepted");
      } else {
        console.error("  " + judgement.text());
      }
    }
  }

  /** Fails the build if the past says no, unless what is worse is intended. */
  Optional<Objection> objection(List<Judgement> judgements) {
    return options.accept()
        ? Optional.empty()
        : HistoryGate.objection(judgements, List.of(file.path().toString()));
  }

  /** Searches without reductions of the same code, if an earlier run has recorded them. */
  Optional<String> baseline(String identity) {
    return history.records().stream()
        .flatMap(record -> record.baseline().stream())
        .filter(recorded -> recorded.identity().equals(identity))
        .map(HistoryRecord.Baseline::searches)
        .findFirst();
  }

  /** What pages show of the past of these instances, before this run. */
  Trends trends(Run run) {
    List<Trends.Series> series = new ArrayList<>();
    for (HistoryRecord now : run.records("")) {
      List<Trends.Point> points =
          History.lastOfEachCommit(history.before(now)).stream()
              // A second run of a commit takes the place of the first.
              .filter(then -> commit.filter(then.commit()::equals).isEmpty())
              .map(Past::point)
              .toList();
      if (!points.isEmpty()) {
        series.add(
            new Trends.Series(
                now.subject().protocol(), now.subject().instance(), now.search().mode(), points));
      }
    }
    return new Trends(series);
  }

  private static Trends.Point point(HistoryRecord then) {
    Map<String, Long> states = new HashMap<>(then.counts().comparedStates());
    then.counts().states().ifPresent(count -> states.put(then.search().mode(), count));
    return new Trends.Point(
        then.commit(),
        then.recordedAt(),
        then.verdict(),
        then.search().text(),
        states,
        then.counts().reductions(),
        Optional.of(then.speed().statesPerSecond()).filter(rate -> rate != 0));
  }

  /**
   * Adds a run, if that was asked for.
   *
   * @param judgements what the past says about it: what failed is recorded, and not accepted as
   *     what later runs are judged by, unless that was asked for too
   * @param baselines what was measured for it besides
   * @return what to tell about it
   */
  Optional<String> record(
      Run run,
      List<Judgement> judgements,
      Map<HistoryRecord.Subject, HistoryRecord.Baseline> baselines)
      throws BrokenRunException {
    if (commit.isEmpty()) {
      return Optional.empty();
    }
    List<HistoryRecord> records = new ArrayList<>();
    List<HistoryRecord> all = run.records(commit.get());
    for (int i = 0; i < all.size(); i++) {
      if (run.report().instances().get(i).profile().walks().isPresent()) {
        continue;
      }
      HistoryRecord record = all.get(i);
      boolean worse =
          judgements.stream().anyMatch(j -> j.failed() && j.subject().equals(record.subject()));
      records.add(
          record
              .with(Optional.ofNullable(baselines.get(record.subject())))
              .withAccepted(
                  tolerable(run, run.report().instances().get(i)) && (!worse || options.accept())));
    }
    if (records.isEmpty() && !all.isEmpty()) {
      return Optional.of("Not recorded: random walks meet other states each time");
    }
    try {
      file.append(records);
    } catch (IOException e) {
      throw new BrokenRunException(
          "The run cannot be recorded in " + file.path() + ": " + e.getMessage(), e);
    }
    return Optional.of("Recorded for commit " + records.get(0).shortCommit() + ": " + file.path());
  }

  private static boolean tolerable(Run run, InstanceResult result) {
    return result.asExpected() || Gate.tolerates(result, run.failOnBudget());
  }
}
