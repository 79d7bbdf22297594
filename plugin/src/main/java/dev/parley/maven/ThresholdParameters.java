package dev.parley.maven;

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

  ThresholdParameters(
      String protocols, String instances, String reductionLoss, String stateGrowth) {
    this.protocols = protocols;
    this.instances = instances;
    this.reductionLoss = reductionLoss;
    this.stateGrowth = stateGrowth;
  }

  Thresholds.Special special(Thresholds.Limits general) {
    return new Thresholds.Special(
        Selection.of(protocols, instances, null, null),
        Thresholds.Limits.of(reductionLoss, stateGrowth, general));
  }
}
