package dev.parley.engine.internal;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.reduce.Observations;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last phase of a check: measures what leaving out the inferred fields would save, by a search
 * of its own, reduced as the first was. It stores no more states and takes no more memory than the
 * first did, and hardly more time: a check that ended well must not fail for the sake of advice.
 */
final class Advice {
  /** What a search that only measures may take in any case; small instances need not be bounded. */
  private static final long LEAST_MILLIS = 5_000;

  private static final long LEAST_BYTES = 16L << 20;

  private Advice() {}

  /** Whether there is something to measure. */
  static boolean wanted(InstanceResult result, AuxiliaryContent auxiliary) {
    boolean ended =
        result.verdict() == Verdict.VERIFIED || result.verdict() == Verdict.BUDGET_EXHAUSTED;
    return ended && auxiliary.toBeMeasured();
  }

  /** The result with what was measured; the result as it is if that takes too much. */
  static InstanceResult measured(
      InstanceResult result,
      Model model,
      Participants participants,
      AuxiliaryContent auxiliary,
      SearchOptions options,
      Ports ports,
      Allowance allowance) {
    SearchOptions relevant =
        alike(options.withMemory(StoreOptions.Memory.RELEVANT), result.reductions());
    try {
      Lab lab = Lab.of(model, participants, relevant, auxiliary.fields(), ports);
      Reductions reductions = Reductions.install(lab, new Observations(), allowance);
      Search trial =
          lab.search(
              relevant,
              false,
              allowance.share(
                  Progress.Phase.MEASURING, bounds(result.figures(), allowance.budget())));
      trial.run();
      boolean comparable =
          applied(reductions.summaries()).equals(applied(result.reductions()))
              && reductions.assumptionsHold();
      if (trial.found().isPresent() && comparable) {
        return result.with(result.decomposition(), List.of(remark(trial.found().get())));
      }
      return trial.exhausted().isPresent() || !comparable
          ? result
          : result.with(result.decomposition().measured(trial.states()), List.of());
    } catch (OutOfMemoryError e) {
      // Then it takes too much memory, which is one way of not ending within the means.
      return result;
    }
  }

  /** Reduced as the first search was: only then their numbers of states can be compared. */
  private static SearchOptions alike(SearchOptions options, List<AppliedReduction> reductions) {
    return applied(reductions).isEmpty()
        ? options.withPartialOrder(Optional.empty()).withDeadMessages(false)
        : options;
  }

  private static Set<String> applied(List<AppliedReduction> reductions) {
    return reductions.stream()
        .filter(AppliedReduction::applied)
        .map(AppliedReduction::name)
        .collect(Collectors.toSet());
  }

  private static Budget bounds(Figures first, Budget budget) {
    return new Budget(
        Optional.of(Math.max(1, first.states())),
        Optional.of(Duration.ofMillis(Math.max(LEAST_MILLIS, first.millis()))),
        Optional.of(Math.max(LEAST_BYTES, first.storeBytes())),
        budget.depth());
  }

  private static String remark(Found found) {
    return found
        .mistake()
        .map(e -> "the inferred auxiliary fields could not be left out: " + e.getMessage())
        .orElse(
            "a search that leaves the inferred auxiliary fields out finds a violation within the"
                + " same budget; search with inference switched on to see it");
  }
}
