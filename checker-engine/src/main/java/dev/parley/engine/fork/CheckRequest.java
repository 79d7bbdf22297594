package dev.parley.engine.fork;

import dev.parley.api.Network;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ScrutinyOptions;
import dev.parley.engine.options.SearchOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Instances to check, one after the other.
 *
 * @param targets the instances
 * @param classPath the files and directories the protocols' classes are loaded from
 * @param defaultBudget bounds where neither instance nor protocol declares one
 * @param overridingBudget bounds that replace what instance and protocol declare
 * @param search how to search; its budget is replaced by the one in force
 * @param progressInterval how often to report progress
 */
public record CheckRequest(
    List<Target> targets,
    List<String> classPath,
    Budget defaultBudget,
    Budget overridingBudget,
    SearchOptions search,
    Duration progressInterval)
    implements Request {
  /** Keeps its own copies. */
  public CheckRequest {
    targets = List.copyOf(targets);
    classPath = List.copyOf(classPath);
  }

  CheckRequest withTargets(List<Target> others) {
    return new CheckRequest(
        others, classPath, defaultBudget, overridingBudget, search, progressInterval);
  }

  CheckRequest with(SearchOptions others) {
    return new CheckRequest(
        targets, classPath, defaultBudget, overridingBudget, others, progressInterval);
  }

  /** The network in place of the declared one. */
  Optional<Network> network() {
    return search.exploration().network();
  }

  /** The budget an instance is checked with: overriding, then declared, then default bounds. */
  Budget inForce(Budget declared) {
    return overridingBudget.orElse(declared).orElse(defaultBudget);
  }

  /**
   * How long a check may take whose search is bounded by a time: suggestions are measured after.
   */
  Duration timeInAll(Duration ofSearch) {
    return search.scrutiny().inference() == ScrutinyOptions.Inference.SUGGEST
        ? ofSearch.multipliedBy(2)
        : ofSearch;
  }
}
