package dev.parley.runner;

import dev.parley.engine.fork.Target;
import dev.parley.engine.model.Model;
import java.util.List;
import java.util.Optional;

/**
 * How much worse than recorded a run may be.
 *
 * @param general limits for whatever has none of its own
 * @param special limits for some protocols or instances; the first that matches counts
 * @param worseVerdict whether a worse verdict fails the build
 */
public record Thresholds(Limits general, List<Special> special, boolean worseVerdict) {
  /** Five points leave room for a mended protocol; a marking that is lost costs far more. */
  public static final Thresholds DEFAULT =
      new Thresholds(new Limits(Optional.of(5.0), Optional.empty()), List.of(), true);

  /**
   * How much worse than recorded figures may be; absent ones are not judged.
   *
   * @param reductionLoss by how many points a reduction may fall
   * @param stateGrowth by how many per cent states may grow
   */
  public record Limits(Optional<Double> reductionLoss, Optional<Double> stateGrowth) {

    /** Reads parameters; those left out are as in the fallback. */
    public static Limits of(String reductionLoss, String stateGrowth, Limits fallback) {
      return new Limits(
          limit("reductionLoss", reductionLoss, fallback.reductionLoss),
          limit("stateGrowth", stateGrowth, fallback.stateGrowth));
    }

    private static Optional<Double> limit(String name, String text, Optional<Double> fallback) {
      if (text == null || text.isBlank()) {
        return fallback;
      }
      if (text.strip().equals("off")) {
        return Optional.empty();
      }
      try {
        double limit = Double.parseDouble(text.strip());
        if (limit >= 0 && Double.isFinite(limit)) {
          return Optional.of(limit);
        }
      } catch (NumberFormatException e) {
        // Said below, with what would have been understood.
      }
      throw new IllegalArgumentException(
          name + " must be a number such as 5 or 2.5, not below 0, or off, not '" + text + "'");
    }
  }

  /**
   * Limits for some.
   *
   * @param selection for which
   * @param limits the limits
   */
  public record Special(Selection selection, Limits limits) {}

  /**
   * Limits for some, as they were written; what was left out is null, and then as for all others.
   *
   * @param protocols patterns for the names of protocols
   * @param instances patterns for the names of instances
   * @param reductionLoss by how many points a reduction may fall, or {@code off}
   * @param stateGrowth by how many per cent states may grow, or {@code off}
   */
  public record Written(
      String protocols, String instances, String reductionLoss, String stateGrowth) {
    private Special special(Limits general) {
      return new Special(
          Selection.of(protocols, instances, null, null),
          Limits.of(reductionLoss, stateGrowth, general));
    }
  }

  public Thresholds {
    special = List.copyOf(special);
  }

  /** Reads parameters; those left out are null. */
  public static Thresholds of(
      String reductionLoss, String stateGrowth, List<Written> special, boolean worseVerdict) {
    Limits general = Limits.of(reductionLoss, stateGrowth, DEFAULT.general);
    return new Thresholds(
        general, special.stream().map(written -> written.special(general)).toList(), worseVerdict);
  }

  Limits of(Model.Description description) {
    Target target =
        new Target(
            description.protocol(),
            description.protocolClass(),
            description.instance(),
            description.tags());
    return special.stream()
        .filter(s -> !s.selection.of(List.of(target)).isEmpty())
        .map(Special::limits)
        .findFirst()
        .orElse(general);
  }
}
