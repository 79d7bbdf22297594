package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * All results of one run, as reports show them.
 *
 * @param title what was checked: usually the Maven project's name
 * @param parleyVersion the version of Parley that ran
 * @param javaVersion the version of Java the engine ran on
 * @param startedAt when the run started, in ISO 8601
 * @param instances the results, in the order they were checked
 * @param comparisons of search modes, for as many of the instances as were compared
 * @param incomplete why instances are missing, if the run did not come to its end
 */
public record RunReport(
    String title,
    String parleyVersion,
    String javaVersion,
    String startedAt,
    List<InstanceResult> instances,
    List<ComparisonResult> comparisons,
    Optional<Incomplete> incomplete) {
  /**
   * Why a run lacks results.
   *
   * @param reason what ended it: one sentence
   * @param missing the instances that were selected and have no result, as {@code paxos / small}
   */
  public record Incomplete(String reason, List<String> missing) {
    /** Keeps its own copy. */
    public Incomplete {
      missing = List.copyOf(missing);
    }
  }

  /** A run that came to its end. */
  public RunReport(
      String title,
      String parleyVersion,
      String javaVersion,
      String startedAt,
      List<InstanceResult> instances,
      List<ComparisonResult> comparisons) {
    this(title, parleyVersion, javaVersion, startedAt, instances, comparisons, Optional.empty());
  }

  /** Keeps its own copies. */
  public RunReport {
    instances = List.copyOf(instances);
    comparisons = List.copyOf(comparisons);
  }

  /** A run that compared nothing. */
  public RunReport(
      String title,
      String parleyVersion,
      String javaVersion,
      String startedAt,
      List<InstanceResult> instances) {
    this(title, parleyVersion, javaVersion, startedAt, instances, List.of());
  }

  /** The same with these comparisons. */
  public RunReport with(List<ComparisonResult> others) {
    return new RunReport(
        title, parleyVersion, javaVersion, startedAt, instances, others, incomplete);
  }

  /** The same run with these results. */
  public RunReport withInstances(List<InstanceResult> others) {
    return new RunReport(
        title, parleyVersion, javaVersion, startedAt, others, comparisons, incomplete);
  }

  /** The same, as a run that did not come to its end. */
  public RunReport endedBy(Incomplete why) {
    return new RunReport(
        title, parleyVersion, javaVersion, startedAt, instances, comparisons, Optional.of(why));
  }

  /** The comparison of the instance this result is about, if there is one. */
  public Optional<ComparisonResult> comparison(InstanceResult result) {
    return comparisons.stream()
        .filter(c -> c.description().protocolClass().equals(result.description().protocolClass()))
        .filter(c -> c.description().instance().equals(result.description().instance()))
        .findFirst();
  }
}
