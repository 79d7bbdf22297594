package dev.parley.maven;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.maven.history.Commits;
import dev.parley.maven.history.History;
import dev.parley.maven.history.HistoryFile;
import dev.parley.maven.history.HistoryRecord;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

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
      throws MojoExecutionException {
    HistoryFile file = new HistoryFile(options.file());
    try {
      if (options.record()) {
        file.requireAppendable();
      }
      History history = file.read();
      history.problems().forEach(warnings);
      return new Past(options, file, history, commit(options, environment, baseDirectory));
    } catch (IOException e) {
      throw new MojoExecutionException("The history cannot be used: " + e.getMessage(), e);
    }
  }

  private static Optional<String> commit(
      HistoryOptions options, Map<String, String> environment, Path baseDirectory)
      throws MojoExecutionException {
    if (!options.record()) {
      return Optional.empty();
    }
    Optional<String> commit =
        options.commit().or(() -> Commits.current(environment, baseDirectory));
    if (commit.isEmpty()) {
      throw new MojoExecutionException(
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

  List<Judgement> judge(Run run) {
    return new HistoryGate(history, options.thresholds()).judge(run);
  }

  /** Tells what the past says about a run: every figure against its limit, also those that pass. */
  void show(List<Judgement> judgements, Log log) {
    if (judgements.isEmpty()) {
      return;
    }
    log.info("Against the recorded history, " + file.path() + ":");
    for (Judgement judgement : judgements) {
      if (!judgement.failed()) {
        log.info("  " + judgement.text());
      } else if (options.accept()) {
        log.warn("  " + judgement.text() + "; accepted");
      } else {
        log.error("  " + judgement.text());
      }
    }
  }

  /** Fails the build if the past says no, unless what is worse is intended. */
  void requirePassed(List<Judgement> judgements) throws MojoFailureException {
    if (!options.accept()) {
      HistoryGate.requirePassed(judgements, List.of(file.path().toString()));
    }
  }

  /** What pages show of the past of these instances, before this run. */
  Trends trends(Run run) {
    List<Trends.Series> series = new ArrayList<>();
    for (HistoryRecord now : run.records("")) {
      List<Trends.Point> points =
          history.of(now.subject(), now.recordedAt()).stream()
              // A second run of a commit takes the place of the first.
              .filter(then -> commit.filter(then.commit()::equals).isEmpty())
              .map(Past::point)
              .toList();
      if (!points.isEmpty()) {
        series.add(new Trends.Series(now.protocol(), now.instance(), now.mode(), points));
      }
    }
    return new Trends(series);
  }

  private static Trends.Point point(HistoryRecord then) {
    Map<String, Long> states = new HashMap<>(then.comparedStates());
    then.states().ifPresent(count -> states.put(then.mode(), count));
    return new Trends.Point(
        then.commit(),
        then.recordedAt(),
        then.verdict(),
        then.search(),
        states,
        then.reductions(),
        then.statesPerSecond() == 0 ? Optional.empty() : Optional.of(then.statesPerSecond()));
  }

  /**
   * Adds a run, if that was asked for.
   *
   * @param judgements what the past says about it: what failed is recorded, and not accepted as
   *     what later runs are judged by, unless that was asked for too
   * @return what to tell about it
   */
  Optional<String> record(Run run, List<Judgement> judgements) throws MojoExecutionException {
    if (commit.isEmpty()) {
      return Optional.empty();
    }
    List<HistoryRecord> records = new ArrayList<>();
    List<HistoryRecord> all = run.records(commit.get());
    for (int i = 0; i < all.size(); i++) {
      HistoryRecord record = all.get(i);
      boolean worse =
          judgements.stream().anyMatch(j -> j.failed() && j.subject().equals(record.subject()));
      records.add(
          record.withAccepted(
              tolerable(run, run.report().instances().get(i)) && (!worse || options.accept())));
    }
    try {
      file.append(records);
    } catch (IOException e) {
      throw new MojoExecutionException(
          "The run cannot be recorded in " + file.path() + ": " + e.getMessage(), e);
    }
    return Optional.of("Recorded for commit " + records.get(0).shortCommit() + ": " + file.path());
  }

  private static boolean tolerable(Run run, InstanceResult result) {
    return result.asExpected()
        || (result.verdict() == Verdict.BUDGET_EXHAUSTED && !run.failOnBudget());
  }
}
