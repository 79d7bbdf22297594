package dev.parley.engine.fork;

import dev.parley.api.Network;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Instances to search in several modes, one instance after the other.
 *
 * @param targets the instances
 * @param classPath the files and directories the protocols' classes are loaded from
 * @param defaultBudget bounds of each run where neither instance nor protocol declares one
 * @param overridingBudget bounds that replace what instance and protocol declare
 * @param modes how to search; their budgets are replaced by the one in force
 * @param rounds how often each mode is run
 * @param progressInterval how often to report progress
 */
public record CompareRequest(
    List<Target> targets,
    List<String> classPath,
    Budget defaultBudget,
    Budget overridingBudget,
    List<SearchMode> modes,
    int rounds,
    Duration progressInterval)
    implements Request {
  /** Keeps its own copies. */
  public CompareRequest {
    targets = List.copyOf(targets);
    classPath = List.copyOf(classPath);
    modes = List.copyOf(modes);
  }

  CompareRequest withTargets(List<Target> others) {
    return new CompareRequest(
        others, classPath, defaultBudget, overridingBudget, modes, rounds, progressInterval);
  }

  /** The network in place of the declared one: modes are compared on the same. */
  Optional<Network> network() {
    return modes.get(0).options().exploration().network();
  }

  /** The budget of each run: overriding, then declared, then default bounds. */
  Budget inForce(Budget declared) {
    return overridingBudget.orElse(declared).orElse(defaultBudget);
  }
}
