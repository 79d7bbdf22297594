package dev.parley.engine.internal.search;

import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import java.time.Duration;
import java.util.Optional;

/**
 * The clock, the budget and the listener that all searches of a check share. Each search gets a
 * {@link Share} with limits of its own; there is no other way to search. So every search of a check
 * reports its progress and its limits.
 */
public final class Allowance {
  /** The share of the heap that the tables may take if no budget says otherwise. */
  private static final double HEAP_SHARE = 0.8;

  private static final long TELL_NANOS = 200_000_000;

  private final Workforce workforce;
  private final Budget budget;
  private final ProgressListener listener;
  private final long started = System.nanoTime();
  private long told = started;
  private long earlierMillis;

  /** A search of another phase is reported at once, because it may take long. */
  private Progress.Phase toldPhase = Progress.Phase.SEARCHING;

  /**
   * The clock starts now.
   *
   * @param budget bounds the check
   * @param listener hears of all searches of the check
   */
  public Allowance(Budget budget, ProgressListener listener) {
    this(budget, listener, Workforce.usual());
  }

  /** The same with other threads than usual. */
  public Allowance(Budget budget, ProgressListener listener, Workforce workforce) {
    this.workforce = workforce;
    this.budget = budget;
    this.listener = listener;
  }

  /** No limits and no listener: for searches that are not part of a check. */
  public static Allowance unlimited() {
    return new Allowance(Budget.UNBOUNDED, ProgressListener.NONE);
  }

  /** What the check may spend in total. */
  public Budget budget() {
    return budget;
  }

  /** How long the check has taken so far, in earlier processes too. */
  public Duration spent() {
    return Duration.ofNanos(System.nanoTime() - started).plusMillis(earlierMillis);
  }

  /** Notes what was spent before a saved search went on. */
  void addEarlier(long millis) {
    earlierMillis += millis;
  }

  /** What is left of the budget now; a search that goes on has its time anew. */
  public Budget left() {
    return budget.after(Duration.ofNanos(System.nanoTime() - started));
  }

  /** A share for a search that decides the verdict: all that is left. */
  public Share share() {
    return share(Progress.Phase.SEARCHING, left());
  }

  /**
   * A share for one search.
   *
   * @param phase what the search is for
   * @param bounds what the search may spend, from now on
   */
  public Share share(Progress.Phase phase, Budget bounds) {
    return new Share(phase, bounds);
  }

  /** What a search can tell about itself. */
  public interface Meter {
    /** See {@link Progress}. */
    long states();

    /** See {@link Progress}. */
    long transitions();

    /** See {@link Progress}. */
    long frontier();

    /** See {@link Progress}. */
    long depth();

    /** See {@link Progress}. */
    long bytes();
  }

  /** What one search may spend. */
  public final class Share {
    /** How many batches pass between two measurements of memory, which cost some time. */
    private static final int MEMORY_BATCHES = 64;

    private final Progress.Phase phase;
    private final Budget bounds;
    private final long began = System.nanoTime();
    private final long statesLimit;
    private final long nanosLimit;
    private final long memoryLimit;
    private int batches;

    private Share(Progress.Phase phase, Budget bounds) {
      this.phase = phase;
      this.bounds = bounds;
      statesLimit = bounds.states().orElse(Long.MAX_VALUE);
      nanosLimit = bounds.time().map(Duration::toNanos).orElse(Long.MAX_VALUE);
      memoryLimit =
          bounds.memoryBytes().orElse((long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE));
    }

    /** The greatest depth of states. */
    public long depthLimit() {
      return bounds.depth().map(Integer::longValue).orElse(Long.MAX_VALUE);
    }

    /** Notes what was spent before a saved search went on. */
    void addEarlier(long millis) {
      Allowance.this.addEarlier(millis);
    }

    /** How long the check has taken so far. */
    long spentMillis() {
      return spent().toMillis();
    }

    /** The threads that may take part. */
    public Workforce workforce() {
      return workforce;
    }

    /** How many bytes all tables may take. */
    public long memoryLimit() {
      return memoryLimit;
    }

    /** The limit that is exceeded, if one is. */
    public Optional<Budget.Kind> exceeded(Meter meter) {
      if (meter.states() > statesLimit) {
        return Optional.of(Budget.Kind.STATES);
      }
      long now = System.nanoTime();
      if (now - began > nanosLimit) {
        return Optional.of(Budget.Kind.TIME);
      }
      if (++batches % MEMORY_BATCHES == 0 && meter.bytes() > memoryLimit) {
        return Optional.of(Budget.Kind.MEMORY);
      }
      if (now - told > TELL_NANOS || phase != toldPhase) {
        told = now;
        toldPhase = phase;
        tell(meter, now);
      }
      return Optional.empty();
    }

    /** Whether so many bytes are more than may be taken. */
    public boolean lacks(long bytes) {
      return bytes > memoryLimit;
    }

    private void tell(Meter meter, long now) {
      listener.progress(
          new Progress(
              phase,
              meter.states(),
              meter.transitions(),
              meter.frontier(),
              meter.depth(),
              meter.bytes(),
              (now - started) / 1_000_000 + earlierMillis,
              budget));
    }
  }
}
