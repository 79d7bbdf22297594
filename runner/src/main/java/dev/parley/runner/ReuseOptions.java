package dev.parley.runner;

import dev.parley.engine.options.Budget;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a check takes over from earlier ones.
 *
 * @param incremental whether instances are searched again of which nothing has changed; if absent,
 *     they are not, except on build servers
 * @param baselines whether it is measured what reductions save
 * @param baselineBudget what each search may spend that measures this
 * @param saveInterval how often a search is saved, to go on from there in the next check if this
 *     one is interrupted; if absent, it is not saved and begins anew
 */
public record ReuseOptions(
    Optional<Boolean> incremental,
    boolean baselines,
    Budget baselineBudget,
    Optional<Duration> saveInterval) {
  /** How often a search is saved unless something else is configured. */
  public static final String SAVE_INTERVAL = "5m";

  /** Searches begin anew. */
  public ReuseOptions(Optional<Boolean> incremental, boolean baselines, Budget baselineBudget) {
    this(incremental, baselines, baselineBudget, Optional.empty());
  }

  /**
   * The same with searches that go on, or not; a parameter left out is null.
   *
   * @param resume whether they go on
   * @param interval how often they are saved
   */
  public ReuseOptions resuming(boolean resume, String interval) {
    Duration every = Quantity.duration("saveInterval", interval == null ? SAVE_INTERVAL : interval);
    if (every.isZero()) {
      throw new IllegalArgumentException("saveInterval must be positive");
    }
    return new ReuseOptions(
        incremental, baselines, baselineBudget, resume ? Optional.of(every) : Optional.empty());
  }

  /** What measuring may cost unless something else is configured. */
  public static final Budget BASELINE_BUDGET =
      new Budget(
          Optional.of(1_000_000L),
          Optional.of(Duration.ofSeconds(5)),
          Optional.empty(),
          Optional.empty());

  /** Everything is searched, and nothing measured. */
  public static final ReuseOptions NONE =
      new ReuseOptions(Optional.of(false), false, BASELINE_BUDGET);

  /**
   * Why instances are searched again of which nothing has changed; empty if they are not. What a
   * build server says should rest on its own work, and its directories rarely outlive a build.
   */
  Optional<String> whyEverything(Map<String, String> variables) {
    if (incremental.isPresent()) {
      return incremental.get() ? Optional.empty() : Optional.of("parley.incremental is false");
    }
    String ci = variables.getOrDefault("CI", "");
    return ci.isEmpty() || ci.equalsIgnoreCase("false")
        ? Optional.empty()
        : Optional.of("CI is set, and parley.incremental is not");
  }
}
