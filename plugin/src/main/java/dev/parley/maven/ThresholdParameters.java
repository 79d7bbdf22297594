package dev.parley.maven;

import dev.parley.runner.Thresholds;
import java.util.List;

/**
 * The nested element {@code <threshold>}: how much worse than recorded the figures of some
 * protocols may be. An element left out is as for all others.
 *
 * <pre>{@code
 * <threshold>
 *   <protocols>paxos,*-commit</protocols>
 *   <instances>paxos(2,*</instances>
 *   <reductionLoss>2.5</reductionLoss>
 *   <stateGrowth>off</stateGrowth>
 * </threshold>
 * }</pre>
 */
public final class ThresholdParameters {
  /** Patterns for the names of protocols, separated by commas; all if left out. */
  private String protocols;

  /** Patterns for the names of instances, separated by commas; all if left out. */
  private String instances;

  /** By how many points a reduction may fall, or {@code off}. */
  private String reductionLoss;

  /** By how many per cent states may grow, or {@code off}. */
  private String stateGrowth;

  /** Filled in by Maven. */
  public ThresholdParameters() {}

  /** The limits for all and those for some; what was left out is null. */
  static Thresholds thresholds(
      String reductionLoss,
      String stateGrowth,
      List<ThresholdParameters> special,
      boolean worseVerdict) {
    return Thresholds.of(
        reductionLoss,
        stateGrowth,
        special == null ? List.of() : special.stream().map(ThresholdParameters::written).toList(),
        worseVerdict);
  }

  private Thresholds.Written written() {
    return new Thresholds.Written(protocols, instances, reductionLoss, stateGrowth);
  }
}
