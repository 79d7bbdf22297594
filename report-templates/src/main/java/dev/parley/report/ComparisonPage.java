package dev.parley.report;

import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import java.util.ArrayList;
import java.util.List;

/** The page of all comparisons: a table for each instance. */
final class ComparisonPage {
  private ComparisonPage() {}

  /**
   * What {@code compare.ftlh} shows.
   *
   * @param title what was compared
   * @param run versions and time
   * @param indexed whether there is a report of checks beside it
   * @param instances one for each instance
   */
  public record View(String title, IndexPage.Run run, boolean indexed, List<Compared> instances) {}

  /**
   * One instance.
   *
   * @param protocol its protocol
   * @param instance its name
   * @param about what the protocol is, maybe empty
   * @param comparison its table
   */
  public record Compared(
      String protocol, String instance, String about, ComparisonTable.View comparison) {}

  static View of(ComparisonReport report, boolean indexed) {
    List<Compared> instances = new ArrayList<>();
    for (ComparisonResult result : report.comparisons()) {
      instances.add(
          new Compared(
              result.description().protocol(),
              result.description().instance(),
              result.description().about(),
              ComparisonTable.of(result, "comparison-" + (instances.size() + 1))));
    }
    return new View(
        report.title(),
        new IndexPage.Run(report.parleyVersion(), report.javaVersion(), report.startedAt()),
        indexed,
        instances);
  }
}
