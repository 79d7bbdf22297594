package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Progress;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the local steps of the nodes, as long as that pays.
 *
 * <p>Most protocols are known after a fraction of a second: all local steps are tried ({@link
 * LocalClosure}), or, where they have no end, looked for in small searches ({@link ObservedSteps}).
 * Some need many seconds, or never end. For some of these, a search without any reduction would end
 * much sooner, because the state space is small or there is a violation. So learning and searching
 * take turns. Each turn learns with four times the means of the turn before. Between two turns a
 * search of all states runs, with as many states as the last turn was worth. If that search ends,
 * no preparation is needed: the same search is run again with all checks, and nothing else. It also
 * runs before the knowledge is given up for lack of means. So preparation never takes more than a
 * few times as long as a search without it.
 *
 * <p>The limits are counts, not times ({@link Means}): which states a search skips must not depend
 * on the speed of the machine. Memory is a share of what the search itself may take.
 */
final class Preparation {
  /**
   * How many local steps are tried at most to find all that are possible. That succeeds soon or
   * never: after 6,000 trials at most for the bundled protocols.
   */
  private static final int CLOSURE_TRIALS = 10_000;

  /** How many local steps may be tried in the first turn of learning, and by how much more then. */
  private static final int FIRST_TRIALS = 10_000;

  private static final int GROWTH = 4;

  /** A trial, with the states visited for it, takes as long as so many states of a plain search. */
  private static final int WORTH = 20;

  /** Which part of the memory of a check preparation may take. */
  private static final int MEMORY_SHARE = 4;

  /** Which part of the heap it may take if no budget says otherwise. */
  private static final int HEAP_SHARE = 8;

  /**
   * What came of it.
   *
   * @param steps the local steps of the nodes, if they were found
   * @param obstacle why they were not found, as a clause; empty if they were
   * @param pointless whether a search of all states ends sooner
   */
  record Result(Optional<LocalSteps> steps, String obstacle, boolean pointless) {
    static Result of(LocalSteps steps) {
      return new Result(Optional.of(steps), "", false);
    }

    static Result givenUp(String obstacle) {
      return new Result(Optional.empty(), obstacle, false);
    }

    static Result pointless(long states) {
      return new Result(
          Optional.empty(),
          String.format(
              Locale.ROOT,
              "a search of all states is through after %,d of them, sooner than it can be found out"
                  + " what the nodes can do",
              states),
          true);
    }
  }

  private final Lab lab;
  private final SearchOptions options;
  private final Allowance allowance;

  private Preparation(Lab lab, SearchOptions options, Allowance allowance) {
    this.lab = lab;
    this.options = options;
    this.allowance = allowance;
  }

  /**
   * Finds out what the nodes can do.
   *
   * @param lab that of the search that is prepared
   * @param options how that search will be reduced
   * @param allowance what the check may spend
   */
  static Result run(Lab lab, SearchOptions options, Allowance allowance) {
    return new Preparation(lab, options, allowance).learnt();
  }

  private Result learnt() {
    Lab trials =
        Lab.withoutProperties(
            lab.model(),
            lab.participants(),
            options.withDeliveryRecord(false).withRunTwice(false),
            lab.auxiliaryFields(),
            lab.ports());
    boolean tryAll =
        options
            .reduction()
            .partialOrder()
            .filter(p -> p.knowledge() == PartialOrder.Knowledge.OBSERVED)
            .isEmpty();
    int most = options.reduction().trialRuns();
    if (tryAll) {
      Optional<LocalSteps> all =
          LocalClosure.of(
              lab.participants(),
              trials.runner(),
              means(Math.min(CLOSURE_TRIALS, most)),
              trials.space().environment()::mayRestart);
      if (all.isPresent()) {
        return Result.of(all.get());
      }
    }
    for (int turn = Math.min(FIRST_TRIALS, most); ; turn = grown(turn, most)) {
      ObservedSteps observed = new ObservedSteps(trials, means(turn), allowance);
      Optional<LocalSteps> seen = observed.learn();
      if (seen.isPresent()) {
        return Result.of(seen.get());
      }
      boolean last = turn == most || observed.tooLarge();
      // What is left then is byte code, which takes memory for every cell and skips less: a search
      // of all states gets what one more turn would have been worth.
      Search plain = plain((long) WORTH * (last ? (long) GROWTH * turn : turn));
      if (plain.exhausted().isEmpty()) {
        return Result.pointless(plain.states());
      }
      if (last) {
        return Result.givenUp(
            observed.tooLarge()
                ? "it takes too much memory to find out beforehand what the nodes can do"
                : "the nodes have too many local steps to try them all beforehand");
      }
    }
  }

  private static int grown(int turn, int most) {
    return (int) Math.min((long) GROWTH * turn, most);
  }

  private Means means(int trials) {
    long heap = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    long bytes =
        options.exploration().budget().memoryBytes().map(b -> b / MEMORY_SHARE).orElse(heap);
    return new Means(trials, Math.max(1, Math.min(bytes, heap)));
  }

  /** A search without reductions, to see whether it ends. What it finds is not reported. */
  private Search plain(long states) {
    SearchOptions all =
        options.withPartialOrder(Optional.empty()).withDeadMessages(false).withRunTwice(false);
    Budget left = allowance.left();
    Budget bounds = left.withStates(Math.min(states, left.states().orElse(states)));
    Search search =
        Lab.of(lab.model(), lab.participants(), all, lab.auxiliaryFields(), lab.ports())
            .search(all, false, allowance.share(Progress.Phase.PREPARING, bounds));
    search.run();
    return search;
  }
}
