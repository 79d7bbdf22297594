package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The first page: how the run went, and every instance in one table. */
final class IndexPage {
  private IndexPage() {}

  /**
   * What {@code index.ftlh} shows.
   *
   * @param title what was checked
   * @param run versions and time
   * @param headline the run in one sentence
   * @param good whether every instance came out as expected
   * @param compared whether there is a page that compares search modes
   * @param tiles the number of instances by verdict
   * @param rows one for each instance
   */
  public record View(
      String title,
      Run run,
      String headline,
      boolean good,
      boolean compared,
      List<Tile> tiles,
      List<Row> rows) {}

  /**
   * Where the figures come from; every page's foot shows it.
   *
   * @param parleyVersion the version of Parley
   * @param javaVersion the version of Java
   * @param startedAt when the run started
   */
  public record Run(String parleyVersion, String javaVersion, String startedAt) {}

  /**
   * The number of instances with one verdict.
   *
   * @param verdict the verdict
   * @param count how many
   * @param none whether there are none
   */
  public record Tile(Badge.View verdict, String count, boolean none) {}

  /**
   * A number that reads one way and sorts another.
   *
   * @param text for people
   * @param key for sorting
   */
  public record Cell(String text, long key) {}

  /**
   * One instance.
   *
   * @param href its page
   * @param protocol its protocol
   * @param instance its name
   * @param tags its tags
   * @param verdict what was found
   * @param expectation whether that was declared
   * @param states distinct states
   * @param transitions steps taken
   * @param depth greatest depth
   * @param rate states per second
   * @param time search time
   * @param budget the fullest bound, if there is one
   */
  public record Row(
      String href,
      String protocol,
      String instance,
      List<String> tags,
      Badge.View verdict,
      Badge.View expectation,
      Cell states,
      Cell transitions,
      Cell depth,
      Cell rate,
      Cell time,
      Optional<BudgetUse.Gauge> budget) {}

  /**
   * Prepares the page.
   *
   * @param report the run
   * @param pages the page of each instance, in the same order
   * @param compared whether there is a page that compares search modes
   */
  static View of(RunReport report, List<String> pages, boolean compared) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      rows.add(row(report.instances().get(i), pages.get(i)));
    }
    long unexpected = report.instances().stream().filter(r -> !r.asExpected()).count();
    return new View(
        report.title(),
        run(report),
        headline(rows.size(), unexpected),
        unexpected == 0 && !rows.isEmpty(),
        compared,
        Arrays.stream(Verdict.values()).map(verdict -> tile(verdict, report)).toList(),
        rows);
  }

  static Run run(RunReport report) {
    return new Run(report.parleyVersion(), report.javaVersion(), report.startedAt());
  }

  private static String headline(int instances, long unexpected) {
    if (instances == 0) {
      return "No instance was checked: no @Protocol class with an @Instance was found or selected.";
    }
    String all = Numerals.count(instances, "instance");
    if (unexpected > 0) {
      return Numerals.count(unexpected) + " of " + all + " did not come out as expected.";
    }
    return instances == 1
        ? "The only instance came out as expected."
        : "All " + all + " came out as expected.";
  }

  private static Tile tile(Verdict verdict, RunReport report) {
    long count = report.instances().stream().filter(r -> r.verdict() == verdict).count();
    return new Tile(Badge.of(verdict), Numerals.count(count), count == 0);
  }

  private static Row row(InstanceResult result, String page) {
    Figures figures = result.figures();
    return new Row(
        page,
        result.description().protocol(),
        result.description().instance(),
        result.description().tags(),
        Badge.of(result.verdict()),
        Badge.expectation(result),
        cell(figures.states()),
        cell(figures.transitions()),
        cell(figures.depth()),
        new Cell(Numerals.rate(figures), figures.statesPerSecond()),
        new Cell(Numerals.millis(figures.millis()), figures.millis()),
        BudgetUse.tightest(result));
  }

  private static Cell cell(long number) {
    return new Cell(Numerals.count(number), number);
  }
}
