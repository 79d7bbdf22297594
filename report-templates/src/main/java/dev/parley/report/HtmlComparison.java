package dev.parley.report;

import dev.parley.engine.result.ComparisonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes comparisons of search modes as an HTML page that needs nothing but a browser. */
public final class HtmlComparison {
  static final String PAGE = "compare.html";

  private HtmlComparison() {}

  /**
   * Writes {@code compare.html}. If there is a report of checks in the same directory, the page
   * links to it; a report written later links back.
   *
   * @param report what to show
   * @param directory where to; made if missing
   * @return the page
   * @throws IOException if the file cannot be written
   */
  public static Path write(ComparisonReport report, Path directory) throws IOException {
    boolean indexed = Files.isRegularFile(directory.resolve(HtmlReport.INDEX));
    String page = page(new Templates(), report, indexed);
    try (StagedFiles files = StagedFiles.in(directory)) {
      files.add(PAGE, page);
      files.publish();
    }
    return directory.resolve(PAGE);
  }

  static String page(Templates templates, ComparisonReport report, boolean indexed)
      throws IOException {
    return templates.render("compare.ftlh", ComparisonPage.of(report, indexed));
  }
}
