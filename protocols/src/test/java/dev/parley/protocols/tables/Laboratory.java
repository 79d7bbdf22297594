package dev.parley.protocols.tables;

import dev.parley.api.Verdict;
import dev.parley.engine.Comparison;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one search as a comparison of a single mode: so it is warmed up, the heap is collected
 * before, it ends with the first violation without a search for the shortest way to it, and running
 * out of memory is a result, and so is a mistake. What takes seconds is run once, the rest three
 * times for the median.
 */
final class Laboratory {
  /** As in the papers, whose nodes keep their names. */
  static final SearchMode REDUCED =
      SearchMode.REDUCED.with(
          SearchMode.REDUCED.options().withSymmetry(ReductionOptions.Symmetry.OFF));

  private static final int ROUNDS = 3;

  private Laboratory() {}

  static Measured measure(Run run) {
    Wholes wholes = new Wholes();
    ComparisonResult result =
        Comparison.run(
            () -> ModelLoader.load(run.protocol(), run.instance(), run.network()),
            List.of(new SearchMode("measured", List.of(), run.options())),
            run.options().exploration().budget(),
            takesLong(run) ? 1 : ROUNDS,
            wholes);
    wholes.ended();
    ModeResult mode = result.modes().get(0);
    return new Measured(
        result.error().isPresent() ? Verdict.ERROR : mode.verdict(),
        mode.exhausted(),
        !mode.decided() || mode.verdict() == result.description().expected(),
        mode.figures().states(),
        mode.medianMillis(),
        wholes.median());
  }

  private static boolean takesLong(Run run) {
    return ModelLoader.describe(run.protocol()).stream()
        .filter(description -> description.instance().equals(run.instance()))
        .map(Model.Description::tags)
        .anyMatch(tags -> !tags.isEmpty());
  }

  /** Times whole runs, from the beginning of one to that of the next. */
  private static final class Wholes implements Comparison.Listener {
    private final List<Long> millis = new ArrayList<>();
    private long began;
    private boolean counts;

    @Override
    public void started(String mode, int round) {
      ended();
      began = System.nanoTime();
      counts = round > 0;
    }

    @Override
    public void progress(Progress progress) {}

    void ended() {
      if (counts) {
        millis.add((System.nanoTime() - began) / 1_000_000);
      }
      counts = false;
    }

    long median() {
      return millis.stream().sorted().toList().get((millis.size() - 1) / 2);
    }
  }
}
