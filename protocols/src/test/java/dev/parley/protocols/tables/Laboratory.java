package dev.parley.protocols.tables;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.Comparison;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

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

  /** Where programs' answers are kept. */
  private static final String KEPT = "parley.peers.kept";

  private Laboratory() {}

  static Measured measure(Run run) {
    return run.asksPrograms() ? fastestFirst(run) : measureSearch(run);
  }

  /**
   * Of the starts of processes, what else goes on in the machine takes the greater part. So the
   * fastest of some first checks counts.
   */
  private static Measured fastestFirst(Run run) {
    return IntStream.range(0, takesLong(run) ? 1 : ROUNDS)
        .mapToObj(round -> measureFirst(run))
        .min(Comparator.comparing(Measured::wholeMillis))
        .get();
  }

  /** A first check, which starts programs and asks them all that it has to know. */
  private static Measured measureFirst(Run run) {
    try {
      System.setProperty(KEPT, Files.createTempDirectory("parley-tables").toString());
      long began = System.nanoTime();
      InstanceResult result =
          Checker.check(
              ModelLoader.load(run.protocol(), run.instance()),
              run.options(),
              ProgressListener.NONE);
      long millis = (System.nanoTime() - began) / 1_000_000;
      List<PeerUse> uses = result.basis().peers();
      return new Measured(
          result.verdict(),
          result.exhausted(),
          result.verdict() == Verdict.BUDGET_EXHAUSTED || result.asExpected(),
          result.figures().states(),
          result.figures().millis(),
          millis,
          Optional.of(
              new Measured.Asked(
                  sum(uses, use -> use.effort().starts() + use.audit().starts()),
                  sum(uses, use -> use.effort().sent() + use.audit().sent()),
                  sum(uses, use -> use.checkpoints().ioOnly()),
                  sum(uses, use -> use.checkpoints().ndOnly()),
                  sum(uses, use -> use.checkpoints().physical()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      System.clearProperty(KEPT);
    }
  }

  private static long sum(List<PeerUse> uses, ToLongFunction<PeerUse> count) {
    return uses.stream().mapToLong(count).sum();
  }

  private static Measured measureSearch(Run run) {
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
        wholes.median(),
        Optional.empty());
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
