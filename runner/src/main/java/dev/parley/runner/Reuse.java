package dev.parley.runner;

import dev.parley.engine.fork.Target;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.InstanceResult;
import dev.parley.runner.history.Commits;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a check takes over from earlier ones: of the selected instances, those of which nothing has
 * changed are not searched again.
 */
final class Reuse implements Closeable {
  /** So many protocols are named that are always searched. */
  private static final int NAMED = 5;

  private final Optional<CheckIdentity> identity;
  private final KeptResults results;
  private final CheckOptions options;
  private final Optional<String> commit;
  private final boolean incremental;
  private final Map<Target, InstanceResult> kept = new LinkedHashMap<>();
  private final Map<String, Target> targets = new HashMap<>();

  private Reuse(
      Optional<CheckIdentity> identity,
      KeptResults results,
      CheckOptions options,
      Optional<String> commit,
      boolean incremental) {
    this.incremental = incremental;
    this.identity = identity;
    this.results = results;
    this.options = options;
    this.commit = commit;
  }

  /** Looks for what is known of these instances. */
  static Reuse of(
      BuildTool tool,
      CheckedModule module,
      ModuleClasses classes,
      CheckOptions options,
      List<Target> targets) {
    Console console = tool.console();
    Optional<String> everything = options.run().reuse().whyEverything(tool.variables());
    KeptResults results = KeptResults.beside(options.run().outputDirectory(), console::warn);
    Optional<CheckIdentity> identity = Optional.empty();
    if (everything.isEmpty() || options.run().reuse().baselines()) {
      try {
        identity = Optional.of(CheckIdentity.of(classes, tool.java(), tool.variables()));
      } catch (IOException e) {
        everything =
            everything.or(() -> Optional.of("it is not certain what they depend on: " + e));
      }
    }
    Reuse reuse =
        new Reuse(
            identity,
            results,
            options,
            Commits.current(tool.variables(), module.directory()),
            everything.isEmpty());
    targets.forEach(target -> reuse.targets.put(name(target), target));
    if (everything.isPresent()) {
      if (options.run().reuse().incremental().isEmpty()) {
        console.info("All instances are searched, unchanged ones too: " + everything.get() + ".");
      }
    } else {
      reuse.look(targets, console);
    }
    return reuse;
  }

  /** The last result of an instance, if it is certain that nothing has changed since. */
  Optional<InstanceResult> stillHolds(Target target) {
    return identity
        .filter(any -> incremental)
        .flatMap(known -> known.of(target, options))
        .flatMap(id -> results.find(target, id));
  }

  private void look(List<Target> targets, Console console) {
    Map<String, String> obstacles = new TreeMap<>();
    for (Target target : targets) {
      identity
          .get()
          .obstacle(target)
          .ifPresent(obstacle -> obstacles.put(target.protocol(), obstacle));
      stillHolds(target).ifPresent(result -> kept.put(target, result));
    }
    obstacles.entrySet().stream()
        .limit(NAMED)
        .forEach(
            entry ->
                console.info(
                    entry.getKey()
                        + " is always searched: it is not certain that nothing has changed, since "
                        + entry.getValue()
                        + "."));
    if (obstacles.size() > NAMED) {
      console.info("So are " + (obstacles.size() - NAMED) + " further protocols.");
    }
    if (!kept.isEmpty()) {
      console.info(
          (kept.size() == targets.size() ? "No instance" : kept.size() + " of " + targets.size())
              + (kept.size() == targets.size() ? " has" : " instances have not")
              + " changed since the last check"
              + (kept.size() == targets.size() ? "" : " and are not searched again")
              + "; -Dparley.incremental=false searches all.");
    }
  }

  /** The instances to search. */
  List<Target> toSearch(List<Target> selected) {
    return selected.stream().filter(target -> !kept.containsKey(target)).toList();
  }

  /** The results that still hold. */
  List<InstanceResult> kept() {
    return List.copyOf(kept.values());
  }

  /**
   * Puts what still holds between what was found now.
   *
   * @param selected the instances, in the order of the report
   * @param searched the results of those that were searched, in their order; the last may be
   *     missing
   */
  List<InstanceResult> merged(List<Target> selected, List<InstanceResult> searched) {
    Map<String, InstanceResult> found = new HashMap<>();
    searched.forEach(result -> found.put(name(result.description()), result));
    List<InstanceResult> all = new ArrayList<>();
    for (Target target : selected) {
      Optional.ofNullable(kept.get(target))
          .or(() -> Optional.ofNullable(found.get(name(target))))
          .ifPresent(all::add);
    }
    return all;
  }

  /** Searches without reductions of the same code. */
  Optional<Baseline> baseline(Target target) {
    return baselineIdentity(target).flatMap(id -> results.baseline(target, id));
  }

  Optional<String> baselineIdentity(Target target) {
    return identity.flatMap(known -> known.ofBaseline(target, options));
  }

  /** Keeps searches without reductions for later checks. */
  void keep(Target target, Baseline baseline) {
    baselineIdentity(target).ifPresent(id -> results.keep(target, baseline, id));
  }

  /** What later checks are told about this one. */
  EarlierCheck now(String at) {
    return new EarlierCheck(at, commit, true);
  }

  /** Keeps a result for the next check. */
  void arrived(InstanceResult result, String at) {
    Target target = targets.get(name(result.description()));
    identity
        .filter(any -> target != null)
        .flatMap(known -> known.of(target, options))
        .ifPresent(id -> results.keep(target, result, id, now(at)));
  }

  private static String name(Target target) {
    return target.protocolClass() + "/" + target.instance();
  }

  private static String name(Model.Description description) {
    return description.protocolClass() + "/" + description.instance();
  }

  @Override
  public void close() {
    identity.ifPresent(
        open -> {
          try {
            open.close();
          } catch (IOException e) {
            // Nothing was written.
          }
        });
  }
}
