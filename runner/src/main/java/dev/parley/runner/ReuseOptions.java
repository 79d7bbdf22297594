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
 */
public record ReuseOptions(
    Optional<Boolean> incremental, boolean baselines, Budget baselineBudget) {
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
