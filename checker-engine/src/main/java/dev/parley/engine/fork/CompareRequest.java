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
 * @param measuring if the modes are only to be measured once each, how long that may take: after
 *     that, no further instance is begun
 */
public record CompareRequest(
    List<Target> targets,
    List<String> classPath,
    Budget defaultBudget,
    Budget overridingBudget,
    List<SearchMode> modes,
    int rounds,
    Duration progressInterval,
    Optional<Duration> measuring)
    implements Request {
  /** A comparison with everything that makes times comparable. */
  public CompareRequest(
      List<Target> targets,
      List<String> classPath,
      Budget defaultBudget,
      Budget overridingBudget,
      List<SearchMode> modes,
      int rounds,
      Duration progressInterval) {
    this(
        targets,
        classPath,
        defaultBudget,
        overridingBudget,
        modes,
        rounds,
        progressInterval,
        Optional.empty());
  }

  /** Keeps its own copies. */
  public CompareRequest {
    targets = List.copyOf(targets);
    classPath = List.copyOf(classPath);
    modes = List.copyOf(modes);
  }

  CompareRequest withTargets(List<Target> others) {
    return new CompareRequest(
        others,
        classPath,
        defaultBudget,
        overridingBudget,
        modes,
        rounds,
        progressInterval,
        measuring);
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
