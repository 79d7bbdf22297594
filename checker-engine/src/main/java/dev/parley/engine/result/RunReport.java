package dev.parley.engine.result;

import java.util.List;

/**
 * A whole run: what a report is made of.
 *
 * @param title what was checked, usually the module's name
 * @param parleyVersion the version of Parley that ran
 * @param javaVersion the version of Java the engine ran on
 * @param startedAt when the run started, as an ISO 8601 instant
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
