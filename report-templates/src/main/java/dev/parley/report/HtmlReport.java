package dev.parley.report;

import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the results of a run as HTML pages that need nothing but a browser. */
public final class HtmlReport {
  static final String INDEX = "index.html";

  private HtmlReport() {}

  /**
   * Writes {@code index.html}, one page per protocol instance and, in {@code reproduce}, a JUnit
   * test per counterexample. Every page is rendered before the first file of an earlier report is
   * touched, so a failure leaves that report as it was.
   *
   * @param report what to show
   * @param directory where to; made if missing
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(RunReport report, Path directory) throws IOException {
    return write(report, Trends.NONE, directory);
  }

  /**
   * Writes the same with the recorded past of the instances, and in {@code trends} a page for each
   * protocol that has one.
   *
   * @param report what to show
   * @param trends the recorded past
   * @param directory where to; made if missing
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(RunReport report, Trends trends, Path directory) throws IOException {
    return write(report, trends, directory, Beside.NOTHING);
  }

  /**
   * Other files of the same run, which are put in place together with the pages.
   *
   * @param files their texts, by their names relative to the directory, in the order they come
   * @param folders folders that belong to the report alone, with the ending of the files in them:
   *     what another run left there is removed
   */
  public record Beside(Map<String, String> files, Map<String, String> folders) {
    /** The pages stand alone. */
    public static final Beside NOTHING = new Beside(Map.of(), Map.of());

    /** Keeps its own copies. */
    public Beside {
      files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
      folders = Map.copyOf(folders);
    }
  }

  /**
   * Writes the same, together with other files of the run.
   *
   * @param report what to show
   * @param trends the recorded past
   * @param directory where to; made if missing
   * @param beside the other files
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(RunReport report, Trends trends, Path directory, Beside beside)
      throws IOException {
    return write(report, trends, directory, beside, Sources.NONE);
  }

  /**
   * Writes the same, with the code of handlers beside the steps of counterexamples.
   *
   * @param report what to show
   * @param trends the recorded past
   * @param directory where to; made if missing
   * @param beside the other files
   * @param sources the code of handlers
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(
      RunReport report, Trends trends, Path directory, Beside beside, Sources sources)
      throws IOException {
    return write(report, trends, directory, beside, sources, ReproduceCommands.MAVEN);
  }

  /**
   * Writes the same, with the commands that reproduce what was found.
   *
   * @param report what to show
   * @param trends the recorded past
   * @param directory where to; made if missing
   * @param beside the other files
   * @param sources the code of handlers
   * @param commands what to type to see a result again
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(
      RunReport report,
      Trends trends,
      Path directory,
      Beside beside,
      Sources sources,
      ReproduceCommands commands)
      throws IOException {
    Templates templates = new Templates();
    ReportFiles names = ReportFiles.of(report, trends);
    try (StagedFiles files = StagedFiles.in(directory)) {
      for (ReportFiles.Entry entry : names.entries()) {
        InstancePage.View page = InstancePage.of(report, trends, names, entry, sources, commands);
        if (entry.test().isPresent()) {
          files.add(entry.test().get(), page.reproduction().test().get().source());
        }
        files.add(entry.page(), templates.render("instance.ftlh", page));
      }
      for (String protocol : names.trackedProtocols()) {
        TrendPage.View page = TrendPage.of(report, trends, names, protocol);
        files.add(names.trend(protocol).get(), templates.render("trend.ftlh", page));
      }
      // Searches without reductions are compared in every run, and nobody else writes their page.
      if (!report.comparisons().isEmpty()) {
        files.add(HtmlComparison.PAGE, HtmlComparison.page(templates, comparisons(report), true));
      }
      boolean compared =
          !report.comparisons().isEmpty()
              || Files.isRegularFile(directory.resolve(HtmlComparison.PAGE));
      IndexPage.View index = IndexPage.of(report, trends, names, compared);
      for (Map.Entry<String, String> file : beside.files().entrySet()) {
        files.add(file.getKey(), file.getValue());
      }
      files.add(INDEX, templates.render("index.ftlh", index));
      files.publish();
      removeOthers(files, beside.folders());
    }
    return directory.resolve(INDEX);
  }

  private static ComparisonReport comparisons(RunReport report) {
    return new ComparisonReport(
        report.title(),
        report.parleyVersion(),
        report.javaVersion(),
        report.startedAt(),
        report.comparisons());
  }

  /**
   * Removes all pages but those beside the index, and reproducing tests, of a run that is not true
   * any more.
   *
   * @param directory where they are
   * @param folders where other files of that run are, by the end of their names
   * @throws IOException if a file cannot be removed
   */
  public static void removePages(Path directory, Map<String, String> folders) throws IOException {
    try (StagedFiles none = StagedFiles.in(directory)) {
      removeOthers(none, folders);
    }
  }

  private static void removeOthers(StagedFiles files, Map<String, String> folders)
      throws IOException {
    files.removeOthers(ReportFiles.PAGES, ".html");
    files.removeOthers(ReportFiles.TRENDS, ".html");
    files.removeOthers(ReportFiles.TESTS, "Test.java");
    for (Map.Entry<String, String> folder : folders.entrySet()) {
      files.removeOthers(folder.getKey(), folder.getValue());
    }
  }
}
