package dev.parley.runner;

import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The parameters that say how reductions go about their work, as they were written; absent ones are
 * null.
 *
 * @param refinement {@code none}, {@code reply}, {@code quorum}, {@code combined} or {@code full}
 * @param seed {@code near-first}, {@code starts}, {@code smallest}, {@code first} or {@code
 *     nearest}
 * @param knowledge {@code trial-runs}, {@code observed} or {@code byte-code}
 * @param trialRuns how many local steps may be run on trial
 * @param symmetry {@code auto}, {@code off} or {@code required}
 */
public record ReductionParameters(
    String refinement, String seed, String knowledge, Integer trialRuns, String symmetry) {
  /** Nothing was written. */
  public static final ReductionParameters NONE =
      new ReductionParameters(null, null, null, null, null);

  /** Nothing was written of symmetry. */
  public ReductionParameters(String refinement, String seed, String knowledge, Integer trialRuns) {
    this(refinement, seed, knowledge, trialRuns, null);
  }

  /** The options with what was written, as far as they have something to apply it to. */
  SearchOptions applyTo(SearchOptions options) {
    SearchOptions tried = trialRuns == null ? options : options.withTrialRuns(trialRuns);
    return tried
        .withPartialOrder(tried.reduction().partialOrder().map(this::applyTo))
        .withSymmetry(parsed("symmetry", symmetry, tried.reduction().symmetry()));
  }

  private PartialOrder applyTo(PartialOrder base) {
    return new PartialOrder(
        parsed("refinement", refinement, base.refinement()),
        parsed("seed", seed, base.seed()),
        parsed("knowledge", knowledge, base.knowledge()));
  }

  /** Refuses parameters that would have no effect. */
  void requireUnset(String mode) {
    Stream.of(refinement, seed, knowledge)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            value -> {
              throw new IllegalArgumentException(
                  "refinement, seed and knowledge are for partial-order reduction, which the mode "
                      + mode
                      + " does not have; choose por, dbss-por or reduced");
            });
  }

  static <E extends Enum<E>> E parsed(String name, String text, E fallback) {
    Class<E> type = fallback.getDeclaringClass();
    List<String> accepted =
        Arrays.stream(type.getEnumConstants()).map(ReductionParameters::written).toList();
    return SearchParameters.oneOf(name, text, accepted)
        .map(value -> type.getEnumConstants()[accepted.indexOf(value)])
        .orElse(fallback);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
