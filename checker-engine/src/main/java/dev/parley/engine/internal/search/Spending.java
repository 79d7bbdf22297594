package dev.parley.engine.internal.search;

import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import java.util.Optional;

/** Watches what a search spends, and tells how far it has come. */
final class Spending {
  private static final long TELL_NANOS = 200_000_000;

  /** How many batches pass between two looks at memory, which are not quite free. */
  private static final int MEMORY_BATCHES = 64;

  /** The share of the heap that the tables may take if no budget says otherwise. */
  private static final double HEAP_SHARE = 0.8;

  private final Budget budget;
  private final ProgressListener listener;
  private final long started = System.nanoTime();
  private final long statesLimit;
  private final long nanosLimit;
  private final long memoryLimit;
  private long told = started;
  private int batches;

  /** What a search can tell about itself. */
  interface Meter {
    long states();

    long transitions();

    long frontier();

    long depth();

    long bytes();
  }

  Spending(Budget budget, ProgressListener listener) {
    this.budget = budget;
    this.listener = listener;
    statesLimit = budget.states().orElse(Long.MAX_VALUE);
    nanosLimit = budget.time().map(time -> time.toNanos()).orElse(Long.MAX_VALUE);
    memoryLimit =
        budget.memoryBytes().orElse((long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE));
  }

  /** Which budget is used up, if one is. */
  Optional<Budget.Kind> exceeded(Meter meter) {
    if (meter.states() > statesLimit) {
      return Optional.of(Budget.Kind.STATES);
    }
    long now = System.nanoTime();
    if (now - started > nanosLimit) {
      return Optional.of(Budget.Kind.TIME);
    }
    if (++batches % MEMORY_BATCHES == 0 && meter.bytes() > memoryLimit) {
      return Optional.of(Budget.Kind.MEMORY);
    }
    if (now - told > TELL_NANOS) {
      told = now;
      listener.progress(
          new Progress(
              meter.states(),
              meter.transitions(),
              meter.frontier(),
              meter.depth(),
              meter.bytes(),
              millis(),
              budget));
    }
    return Optional.empty();
  }

  private long millis() {
    return (System.nanoTime() - started) / 1_000_000;
  }
}
