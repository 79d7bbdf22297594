package dev.parley.runner;

import dev.parley.engine.fork.CompareRequest;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.SearchMode;
import java.time.Duration;
import java.util.List;

/**
 * Everything the goal {@code compare} was configured with.
 *
 * @param run which instances, and how to run them
 * @param modes the search modes to compare
 * @param rounds how often to run each of them
 */
public record CompareOptions(RunOptions run, List<SearchMode> modes, int rounds) {

  public CompareOptions {
    modes = List.copyOf(modes);
    SearchMode.requireDistinct(modes);
    requireRounds(rounds);
  }

  static void requireRounds(int rounds) {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }

  CompareRequest request(List<Target> targets, List<String> classPath, Duration interval) {
    return new CompareRequest(
        targets, classPath, run.defaultBudget(), run.overridingBudget(), modes, rounds, interval);
  }
}
