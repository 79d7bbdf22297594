package dev.parley.gradle;

import dev.parley.runner.Thresholds;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;

/** How much worse than recorded the figures of some protocols may be. */
public abstract class ThresholdSpec {
  /** Made by Gradle. */
  public ThresholdSpec() {}

  /** Patterns for the names of protocols, separated by commas; all if left out. */
  @Input
  @Optional
  public abstract Property<String> getProtocols();

  /** Patterns for the names of instances, separated by commas; all if left out. */
  @Input
  @Optional
  public abstract Property<String> getInstances();

  /** By how many points a reduction may fall, or {@code off}. */
  @Input
  @Optional
  public abstract Property<String> getReductionLoss();

  /** By how many per cent states may grow, or {@code off}. */
  @Input
  @Optional
  public abstract Property<String> getStateGrowth();

  Thresholds.Written written() {
    return new Thresholds.Written(
        getProtocols().getOrNull(),
        getInstances().getOrNull(),
        getReductionLoss().getOrNull(),
        getStateGrowth().getOrNull());
  }
}
