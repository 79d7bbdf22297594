package dev.parley.engine.result;

import java.util.List;

/**
 * All comparisons of one run, as reports show them.
 *
 * @param title what was compared: usually the Maven project's name
 * @param parleyVersion the version of Parley that ran
 * @param javaVersion the version of Java the engine ran on
 * @param startedAt when the run started, in ISO 8601
 * @param comparisons the results, in the order they were run
 */
public record ComparisonReport(
    String title,
    String parleyVersion,
    String javaVersion,
    String startedAt,
    List<ComparisonResult> comparisons) {
  /** Keeps its own copy. */
  public ComparisonReport {
    comparisons = List.copyOf(comparisons);
  }
}
