package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.Comparison;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.RunReport;
import dev.parley.runner.history.HistoryRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What reductions save: beside the search of the check, a stateful one and a DBSS of the same
 * instance in the same order.
 *
 * <p>These are measured once for the code they are about, and kept: beside the report, and in the
 * history where a run is recorded. The check's own search is run once more among them, so that times
 * are comparable. Each has a budget of its own, and all of a run take a small multiple of the time
 * that the run's own searches took. Small instances come first; whatever has
 * not had its turn has it in the next run. Times are of single searches in one warm process: good
 * for orders of magnitude; {@code compare} measures with more care.
 *
 * <p>They measure, and never fail a build, with one exception: searches that contradict each other.
 */
final class Baselines {
  /** All searches that measure may take so many times as long as those of the check, */
  private static final int TIMES_THE_CHECK = 2;

  /** and at least so long, even if nothing had to be checked. */
  private static final Duration AT_LEAST = Duration.ofSeconds(3);

  private final CheckOptions options;
  private final EngineWork work;
  private final Reuse reuse;
  private final Past past;
  private final String started;
  private final Map<Target, Baseline> known = new HashMap<>();
  private final Map<Target, ComparisonResult> contradictory = new HashMap<>();

  /**
   * Nothing is known yet.
   *
   * @param options of the check
   * @param work searches
   * @param reuse keeps what was measured
   * @param past the history, which may know it
   * @param started when the run began
   */
  Baselines(CheckOptions options, EngineWork work, Reuse reuse, Past past, String started) {
    this.options = options;
    this.work = work;
    this.reuse = reuse;
    this.past = past;
    this.started = started;
  }

  /**
   * Measures what is not known yet of the instances of a check that came to its end.
   *
   * @return a comparison for each instance about which something is known
   */
  List<ComparisonResult> of(List<Target> targets, RunReport checked) {
    List<ComparisonResult> all = new ArrayList<>();
    if (wanted()) {
      Map<Target, InstanceResult> results = new LinkedHashMap<>();
      for (int i = 0; i < targets.size(); i++) {
        if (KeptResults.isConclusive(checked.instances().get(i))) {
          results.put(targets.get(i), checked.instances().get(i));
        }
      }
      find(smallestFirst(results));
      for (int i = 0; i < targets.size(); i++) {
        InstanceResult result = checked.instances().get(i);
        (results.containsKey(targets.get(i))
                ? comparison(targets.get(i), result)
                : inconclusive(result))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  /** Only where something is left out that could have been searched. */
  private boolean wanted() {
    return options.run().reuse().baselines()
        && options.compare().isEmpty()
        && options.search().store().memory() == Memory.RELEVANT;
  }

  /** How to search without reductions. */
  static SearchOptions plain(SearchOptions search) {
    SearchOptions plain =
        search
            .withPartialOrder(Optional.empty())
            .withDeadMessages(false)
            .withRounds(false)
            .withSymmetry(ReductionOptions.Symmetry.OFF);
    return search.scrutiny().inference() == Inference.SUGGEST
        ? plain.withInference(Inference.OFF)
        : plain;
  }

  private List<SearchMode> modes() {
    SearchOptions plain = plain(options.search());
    boolean push = plain.exploration().order() == Order.DEPTH_FIRST;
    return List.of(
        SearchMode.STATEFUL.with(
            plain.withMemory(Memory.FULL).withSelectivePush(false).withInference(Inference.OFF)),
        SearchMode.DBSS.with(plain.withSelectivePush(push)));
  }

  /** These, and the search of the check if it is another one. */
  private List<SearchMode> withOwn(List<SearchMode> plain) {
    List<SearchMode> modes = new ArrayList<>(plain);
    if (!Baseline.PLAIN.contains(options.mode())) {
      modes.add(SearchMode.named(options.mode()).with(options.search()));
    }
    return modes;
  }

  private void find(Map<Target, InstanceResult> results) {
    List<Target> both = new ArrayList<>();
    List<Target> one = new ArrayList<>();
    results.forEach(
        (target, result) -> {
          Optional<Baseline> kept = reuse.baseline(target).or(() -> recorded(target));
          if (kept.isPresent()) {
            known.put(target, kept.get());
          } else if (!leavesContentOut(result) && isPlain(result)) {
            take(target, sameSearch(asMode(options.mode(), result)));
          } else if (leavesContentOut(result)) {
            both.add(target);
          } else {
            one.add(target);
          }
        });
    Duration most = most(results);
    if (!both.isEmpty() || !one.isEmpty()) {
      work.tool()
          .console()
          .info(
              "Measuring what reductions save, once for this code ("
                  + (both.size() + one.size())
                  + (both.size() + one.size() == 1 ? " instance" : " instances")
                  + ", -Dparley.baselines=false leaves it out) ...");
      long began = System.nanoTime();
      measure(both, withOwn(modes()), most);
      // Without auxiliary content both searches are the same one.
      measure(one, withOwn(modes().subList(1, 2)), most.minusNanos(System.nanoTime() - began));
      long left =
          Stream.concat(both.stream(), one.stream())
              .filter(target -> !known.containsKey(target) && !contradictory.containsKey(target))
              .count();
      if (left > 0) {
        work.tool()
            .console()
            .info(
                "There was no time to measure "
                    + left
                    + " of them; the next check goes on with that.");
      }
    }
  }

  private static Map<Target, InstanceResult> smallestFirst(Map<Target, InstanceResult> results) {
    Map<Target, InstanceResult> sorted = new LinkedHashMap<>();
    results.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> entry.getValue().figures().states()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private static Duration most(Map<Target, InstanceResult> results) {
    Duration check =
        Duration.ofMillis(
            TIMES_THE_CHECK
                * results.values().stream()
                    .filter(result -> result.basis().earlier().isEmpty())
                    .mapToLong(result -> result.figures().millis())
                    .sum());
    return check.compareTo(AT_LEAST) > 0 ? check : AT_LEAST;
  }

  private void measure(List<Target> targets, List<SearchMode> modes, Duration most) {
    if (targets.isEmpty() || most.isNegative()) {
      return;
    }
    try {
      List<ComparisonResult> measured = work.measure(options, targets, modes, most);
      for (int i = 0; i < targets.size(); i++) {
        take(targets.get(i), measured.get(i));
      }
    } catch (BrokenRunException e) {
      work.tool()
          .console()
          .warn("It could not be measured what reductions save: " + e.getMessage());
    }
  }

  private void take(Target target, ComparisonResult measured) {
    boolean disagree =
        measured.modes().stream()
                .filter(ModeResult::decided)
                .map(ModeResult::verdict)
                .distinct()
                .count()
            > 1;
    if (disagree) {
      contradictory.put(target, measured);
    } else if (measured.error().isPresent()) {
      work.tool()
          .console()
          .info(
              target
                  + ": it could not be measured what reductions save: "
                  + measured.error().get().message());
    } else if (!measured.modes().isEmpty()) {
      List<ModeResult> plain =
          measured.modes().stream().filter(m -> Baseline.PLAIN.contains(m.mode())).toList();
      List<ModeResult> all = new ArrayList<>(plain.size() == 1 ? sameSearch(plain.get(0)) : plain);
      measured.modes().stream().filter(m -> !Baseline.PLAIN.contains(m.mode())).forEach(all::add);
      take(target, all);
    }
  }

  private void take(Target target, List<ModeResult> searches) {
    Baseline baseline = new Baseline(searches, reuse.now(started));
    known.put(target, baseline);
    reuse.keep(target, baseline);
  }

  private Optional<Baseline> recorded(Target target) {
    try {
      Optional<String> recorded = reuse.baselineIdentity(target).flatMap(past::baseline);
      return recorded.isEmpty()
          ? Optional.empty()
          : Optional.of(Baseline.of(RecordJson.parse(recorded.get())));
    } catch (IOException notSearches) {
      // Whoever wrote it knew something else; it is measured again.
      return Optional.empty();
    }
  }

  private static boolean leavesContentOut(InstanceResult result) {
    return result.decomposition().soundness().isPresent();
  }

  private static boolean isPlain(InstanceResult result) {
    return result.reductions().stream().noneMatch(AppliedReduction::applied);
  }

  /** One search under both names: without auxiliary content they are the same. */
  private List<ModeResult> sameSearch(ModeResult search) {
    return modes().stream()
        .map(
            mode ->
                new ModeResult(
                    mode.name(),
                    mode.options().describe(),
                    search.verdict(),
                    search.exhausted(),
                    search.figures(),
                    search.medianMillis(),
                    search.millis(),
                    List.of()))
        .toList();
  }

  private static ModeResult asMode(String name, InstanceResult result) {
    long millis = result.figures().millis();
    return new ModeResult(
        name,
        result.search(),
        result.verdict(),
        result.exhausted(),
        result.figures(),
        millis,
        List.of(millis),
        List.of());
  }

  private Optional<ComparisonResult> comparison(Target target, InstanceResult result) {
    if (contradictory.containsKey(target)) {
      return Optional.of(contradictory.get(target));
    }
    Baseline baseline = known.get(target);
    if (baseline == null) {
      return Optional.empty();
    }
    List<ModeResult> searches = new ArrayList<>(baseline.plain());
    searches.removeIf(search -> search.mode().equals(options.mode()));
    searches.add(baseline.compared(asMode(options.mode(), result)));
    ComparisonResult comparison =
        Comparison.of(result.description(), options.run().reuse().baselineBudget(), searches);
    return Optional.of(
        baseline.measured().at().equals(started)
            ? comparison
            : comparison.with(Optional.of(baseline.measured())));
  }

  /**
   * A result that is not kept, as that of external programs or of an exhausted budget. Nothing is
   * searched for it once more; but where nothing was left out, that is known.
   */
  private Optional<ComparisonResult> inconclusive(InstanceResult result) {
    if (result.verdict() == Verdict.ERROR || leavesContentOut(result) || !isPlain(result)) {
      return Optional.empty();
    }
    ModeResult own = asMode(options.mode(), result);
    List<ModeResult> searches = new ArrayList<>(sameSearch(own));
    searches.removeIf(search -> search.mode().equals(options.mode()));
    searches.add(own);
    return Optional.of(
        Comparison.of(result.description(), options.run().reuse().baselineBudget(), searches));
  }

  /** What to add to the history, so that it need not be measured again elsewhere. */
  Map<HistoryRecord.Subject, HistoryRecord.Baseline> toRecord(String module) {
    Map<HistoryRecord.Subject, HistoryRecord.Baseline> all = new HashMap<>();
    known.forEach(
        (target, baseline) ->
            reuse
                .baselineIdentity(target)
                .filter(identity -> past.baseline(identity).isEmpty())
                .ifPresent(
                    identity ->
                        all.put(
                            new HistoryRecord.Subject(module, target.protocol(), target.instance()),
                            new HistoryRecord.Baseline(identity, baseline.json().toString()))));
    return all;
  }
}
