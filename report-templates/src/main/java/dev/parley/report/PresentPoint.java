package dev.parley.report;

import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends.Point;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** This run as a point of a trend: what would be recorded of it. */
final class PresentPoint {
  /** Stands where recorded points have their commit. */
  static final String NOW = "this run";

  /** The mode that recorded reductions are measured against. */
  static final String BASELINE = "stateful";

  private PresentPoint() {}

  static Point of(RunReport report, InstanceResult result) {
    Map<String, Long> states = new LinkedHashMap<>();
    Map<String, Double> reductions = new LinkedHashMap<>();
    Optional<ComparisonResult> comparison = report.comparison(result);
    comparison.ifPresent(
        compared ->
            compared.modes().stream()
                .filter(ModeResult::decided)
                .forEach(
                    mode -> {
                      states.put(mode.mode(), mode.figures().states());
                      mode.over(BASELINE)
                          .map(Reduction::statesPercent)
                          .ifPresent(percent -> reductions.put(mode.mode(), percent));
                    }));
    states.putIfAbsent(mode(result), result.figures().states());
    return new Point(
        NOW,
        report.startedAt(),
        result.verdict(),
        states,
        reductions,
        result.figures().millis() == 0
            ? Optional.empty()
            : Optional.of(result.figures().statesPerSecond()));
  }

  /** The name of the mode a search ran in; how it pushes and in which order count no states. */
  static String mode(InstanceResult result) {
    return result.search().toLowerCase(Locale.ROOT).split("[ ,]", 2)[0];
  }
}
