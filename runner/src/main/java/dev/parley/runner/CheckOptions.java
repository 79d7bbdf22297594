package dev.parley.runner;

import dev.parley.engine.fork.CheckRequest;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import java.time.Duration;
import java.util.List;

/**
 * Everything the goal {@code check} was configured with.
 *
 * @param run which instances, and how to run them
 * @param mode the name of the search mode
 * @param search how to search
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failOnAssumedDecomposition whether it fails the build that a verdict rests on auxiliary
 *     content that is assumed to make no difference, and neither proven nor audited
 * @param compare the search modes to compare as well, maybe none
 * @param rounds how often to run each of them
 * @param history what to do with the recorded past
 * @param gate whether the goal itself judges what it found
 * @param summary whether build servers that show a summary get one
 */
public record CheckOptions(
    RunOptions run,
    String mode,
    SearchOptions search,
    boolean failOnBudget,
    boolean failOnAssumedDecomposition,
    List<SearchMode> compare,
    int rounds,
    HistoryOptions history,
    boolean gate,
    boolean summary) {

  public CheckOptions {
    compare = List.copyOf(compare);
    CompareOptions.requireRounds(rounds);
  }

  CheckRequest request(List<Target> targets, List<String> classPath, Duration interval) {
    return new CheckRequest(
        targets, classPath, run.defaultBudget(), run.overridingBudget(), search, interval);
  }

  /** What the goal {@code compare} would have been configured with. */
  CompareOptions comparison() {
    return new CompareOptions(run, compare, rounds);
  }
}
