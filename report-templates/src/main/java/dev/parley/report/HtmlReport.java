package dev.parley.report;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes the results of a run as HTML pages that need nothing but a browser. */
public final class HtmlReport {
  static final String INDEX = "index.html";

  /** The folder that belongs to the report alone: pages in it that no run wrote are removed. */
  static final String PAGES = "instances";

  private HtmlReport() {}

  /**
   * Writes {@code index.html} and one page per protocol instance. Every page is rendered before the
   * first file of an earlier report is touched, so a failure leaves that report as it was.
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
   * Writes the same with the recorded past of the instances.
   *
   * @param report what to show
   * @param trends the recorded past
   * @param directory where to; made if missing
   * @return the index
   * @throws IOException if a file cannot be written
   */
  public static Path write(RunReport report, Trends trends, Path directory) throws IOException {
    Templates templates = new Templates();
    List<String> pages = pageNames(report.instances());
    try (StagedFiles files = StagedFiles.in(directory)) {
      for (int i = 0; i < pages.size(); i++) {
        InstancePage.View page = InstancePage.of(report, report.instances().get(i));
        files.add(pages.get(i), templates.render("instance.ftlh", page));
      }
      // A run that compared writes that page too, maybe after this one.
      boolean compared =
          !report.comparisons().isEmpty()
              || Files.isRegularFile(directory.resolve(HtmlComparison.PAGE));
      files.add(INDEX, templates.render("index.ftlh", IndexPage.of(report, pages, compared)));
      files.publish();
      files.removeOthers(PAGES, ".html");
    }
    return directory.resolve(INDEX);
  }

  /**
   * Paths of the pages, relative to the index. Two results of the same name, or of names that a
   * file system may take for the same, must not overwrite each other's page.
   */
  private static List<String> pageNames(List<InstanceResult> instances) {
    List<String> names = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (InstanceResult result : instances) {
      String name = FileNames.of(result.description().protocol(), result.description().instance());
      String free = name;
      for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
        free = name + "~" + i;
      }
      names.add(PAGES + "/" + free + ".html");
    }
    return names;
  }
}
