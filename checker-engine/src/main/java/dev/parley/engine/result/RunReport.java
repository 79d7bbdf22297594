package dev.parley.engine.result;

import java.util.List;

/**
 * All results of one run, as reports show them.
 *
 * @param title what was checked: usually the Maven project's name
 * @param parleyVersion the version of Parley that ran
 * @param javaVersion the version of Java the engine ran on
 * @param startedAt when the run started, in ISO 8601
 * @param instances the results, in the order they were checked
 */
public record RunReport(
    String title,
    String parleyVersion,
    String javaVersion,
    String startedAt,
    List<InstanceResult> instances) {
  /** Keeps its own copy. */
  public RunReport {
    instances = List.copyOf(instances);
  }
}
