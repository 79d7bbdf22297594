package dev.parley.runner;

import dev.parley.engine.fork.Target;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.Basis;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the report of the run before says about instances that this run was not asked to check.
 * Somebody who checks one instance again, by its name or its protocol's, wants the others to stay.
 *
 * <p>Each says that it was not checked again, and whether it is certain that nothing has changed
 * since. The run itself is judged and recorded without them. A selection by tags keeps nothing: it
 * is how a build says what belongs to it.
 */
final class OtherResults {
  private final Map<String, InstanceResult> results = new HashMap<>();
  private final Map<String, Run.Origin> origins = new HashMap<>();
  private final Map<String, ComparisonResult> comparisons = new HashMap<>();
  private final Optional<String> at;

  private OtherResults(Optional<Run> before) {
    at = before.map(run -> run.report().startedAt());
    before.ifPresent(
        run -> {
          for (int i = 0; i < run.origins().size(); i++) {
            InstanceResult result = run.report().instances().get(i);
            results.put(name(result.description()), result);
            origins.put(name(result.description()), run.origins().get(i));
          }
          run.report().comparisons().forEach(c -> comparisons.put(name(c.description()), c));
        });
  }

  /** Reads the report that will be replaced; it must not have begun to be. */
  static OtherResults in(Path directory, CheckedModule module, Selection selection) {
    return new OtherResults(isNarrow(selection) ? before(directory, module) : Optional.empty());
  }

  /** Whether somebody asked for instances by their names, so that the others are to stay. */
  static boolean isNarrow(Selection selection) {
    return !selection.protocols().isEmpty() || !selection.instances().isEmpty();
  }

  /** A report that cannot be read, or that is of several modules, has nothing to keep. */
  private static Optional<Run> before(Path directory, CheckedModule module) {
    if (!JsonReport.existsIn(directory)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonReport.readFrom(directory))
          .filter(run -> run.options().isPresent())
          .filter(run -> run.origins().stream().allMatch(o -> o.module().equals(module.name())));
    } catch (BrokenRunException damaged) {
      return Optional.empty();
    }
  }

  /**
   * A run with the other results of its module.
   *
   * @param run of some instances
   * @param declared all instances of the module, in the order of the report
   * @param reuse knows what has not changed
   */
  Run addedTo(Run run, List<Target> declared, Reuse reuse) {
    Map<String, Integer> checked = new HashMap<>();
    for (InstanceResult result : run.report().instances()) {
      checked.put(name(result.description()), checked.size());
    }
    List<InstanceResult> instances = new ArrayList<>();
    List<Run.Origin> from = new ArrayList<>();
    List<ComparisonResult> compared = new ArrayList<>(run.report().comparisons());
    for (Target target : declared) {
      String name = name(target);
      Integer index = checked.remove(name);
      if (index != null) {
        instances.add(run.report().instances().get(index));
        from.add(run.origins().get(index));
      } else if (results.containsKey(name)) {
        instances.add(reuse.stillHolds(target).orElseGet(() -> notCheckedAgain(results.get(name))));
        from.add(origins.get(name));
        Optional.ofNullable(comparisons.get(name)).ifPresent(compared::add);
      }
    }
    RunReport report = run.report().withInstances(instances).with(compared);
    return new Run(report, from, run.environment(), run.options());
  }

  private InstanceResult notCheckedAgain(InstanceResult result) {
    Basis basis = result.basis();
    EarlierCheck check =
        basis
            .earlier()
            .map(earlier -> new EarlierCheck(earlier.at(), earlier.commit(), false))
            .orElseGet(() -> new EarlierCheck(at.orElseThrow(), Optional.empty(), false));
    return result.with(basis.of(check));
  }

  private static String name(Target target) {
    return target.protocolClass() + "/" + target.instance();
  }

  private static String name(Model.Description description) {
    return description.protocolClass() + "/" + description.instance();
  }
}
