package dev.parley.runner;

import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parameters of random walks, as they were written; absent ones are null.
 *
 * @param walks how many
 * @param length how many transitions each may take
 * @param schedule {@code uniform}, {@code priorities} or {@code mixed}
 * @param seed what their choices depend on; another one in each run if absent
 */
public record WalkParameters(Long walks, Integer length, String schedule, Long seed) {
  /** Nothing was written. */
  public static final WalkParameters NONE = new WalkParameters(null, null, null, null);

  /** Seeds that nobody has chosen are short enough to be typed again. */
  private static final int SEEDS = 1_000_000;

  /** The options with what was written, if they are those of random walks. */
  SearchOptions applyTo(SearchOptions options) {
    Optional<Walks> base = options.exploration().walks();
    if (base.isEmpty() && Stream.of(walks, length, schedule, seed).anyMatch(Objects::nonNull)) {
      throw new IllegalArgumentException(
          "walks, walkLength, schedule and walkSeed are for random walks; choose the mode "
              + SearchMode.SIMULATE.name());
    }
    return options.withWalks(base.map(this::applyTo));
  }

  private Walks applyTo(Walks base) {
    return new Walks(
        ReductionParameters.parsed("schedule", schedule, base.schedule()),
        seed != null ? seed : 1 + new SecureRandom().nextInt(SEEDS),
        walks != null ? walks : base.count(),
        length != null ? length : base.length());
  }
}
