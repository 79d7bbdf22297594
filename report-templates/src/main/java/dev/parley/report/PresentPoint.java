package dev.parley.report;

import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends.Point;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** This run as a point of a trend: what would be recorded of it. */
final class PresentPoint {
  /** Stands where recorded points have their commit. */
  static final String NOW = "this run";

  /** The mode that recorded reductions are measured against. */
  static final String BASELINE = "stateful";

  private PresentPoint() {}

  /**
   * Prepares the point.
   *
   * @param report the run
   * @param result the instance's result
   * @param mode the name of the mode it was checked in
   */
  static Point of(RunReport report, InstanceResult result, String mode) {
    Map<String, Long> states = new LinkedHashMap<>();
    Map<String, Double> reductions = new LinkedHashMap<>();
    // Figures that contradict each other are not recorded either.
    Optional<ComparisonResult> comparison =
        report.comparison(result).filter(c -> c.error().isEmpty());
    comparison.ifPresent(
        compared ->
            compared.modes().stream()
                .filter(ModeResult::decided)
                .forEach(
                    other -> {
                      states.put(other.mode(), other.figures().states());
                      other
                          .over(BASELINE)
                          .map(Reduction::statesPercent)
                          .ifPresent(percent -> reductions.put(other.mode(), percent));
                    }));
    states.put(mode, result.figures().states());
    return new Point(
        NOW,
        report.startedAt(),
        result.verdict(),
        result.search(),
        states,
        reductions,
        result.figures().millis() == 0
            ? Optional.empty()
            : Optional.of(result.figures().statesPerSecond()));
  }
}
