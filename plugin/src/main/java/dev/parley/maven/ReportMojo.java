package dev.parley.maven;

import dev.parley.runner.ReportOptions;
import dev.parley.runner.ReportTask;
import dev.parley.runner.RunOutcome;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
import org.apache.maven.doxia.sink.Sink;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.reporting.MavenReport;
import org.apache.maven.reporting.MavenReportException;

/**
 * Writes the reports of an earlier {@code parley:check} again, from its {@code parley.json} and
 * without running anything: after an update of Parley, or when more of the past has been recorded.
 * The results themselves are not touched.
 *
 * <p>In the {@code <reporting>} section of a POM it adds a page to the module's site, with the
 * report itself beside it.
 */
@Mojo(name = "report", threadSafe = true)
public final class ReportMojo extends JudgingMojo implements MavenReport {
  private static final String PAGE = "parley-report";

  /**
   * The directory with the results, where the reports are written too.
   *
   * <pre>{@code <outputDirectory>${project.build.directory}/protocols</outputDirectory>}</pre>
   */
  @Parameter(
      property = "parley.outputDirectory",
      defaultValue = "${project.build.directory}/parley",
      required = true)
  File outputDirectory;

  /**
   * Where the past of the protocols is recorded, which the reports show.
   *
   * <pre>
   * {@code <historyFile>${maven.multiModuleProjectDirectory}/parley-history.jsonl</historyFile>}
   * </pre>
   */
  @Parameter(
      property = "parley.history.file",
      defaultValue = "${project.basedir}/parley-history.jsonl",
      required = true)
  File historyFile;

  /** Where the site is written to, which the site's own goal says. */
  @Parameter(defaultValue = "${project.reporting.outputDirectory}", readonly = true)
  File siteDirectory;

  /** Made by Maven. */
  public ReportMojo() {}

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skipped()) {
      return;
    }
    ReportTask task = task();
    if (!task.hasResults() && project.getPackaging().equals("pom")) {
      getLog().info("There is nothing to report: this module has no results.");
      return;
    }
    RunOutcome outcome = task.run();
    Ending.of(outcome);
    getLog().info("Report: " + outcome.written().get(0));
  }

  private ReportTask task() throws MojoExecutionException {
    return new ReportTask(
        console(),
        MavenTool.module(project),
        new ReportOptions(outputDirectory.toPath(), history(historyFile)));
  }

  // As a part of the site ---------------------------------------------------------------------

  @Override
  public void generate(Sink sink, Locale locale) throws MavenReportException {
    try {
      ReportTask task = task();
      Ending.of(task.run());
      SitePage.copy(outputDirectory.toPath(), siteDirectory.toPath().resolve("parley"));
      new SitePage(task.summary().orElseThrow(), "parley/index.html").render(sink);
    } catch (MojoExecutionException | MojoFailureException | IOException e) {
      throw new MavenReportException(e.getMessage(), e);
    }
  }

  @Override
  public boolean canGenerateReport() throws MavenReportException {
    try {
      return !skip && task().hasResults();
    } catch (MojoExecutionException e) {
      throw new MavenReportException(e.getMessage(), e);
    }
  }

  @Override
  public boolean isExternalReport() {
    return false;
  }

  // Its successor is not known to older versions of the site's goal, and falls back on it.
  @Override
  @SuppressWarnings("deprecation")
  public String getOutputName() {
    return PAGE;
  }

  @Override
  public String getCategoryName() {
    return CATEGORY_PROJECT_REPORTS;
  }

  @Override
  public String getName(Locale locale) {
    return "Parley";
  }

  @Override
  public String getDescription(Locale locale) {
    return "What model checking found out about the module's protocols.";
  }

  @Override
  public void setReportOutputDirectory(File directory) {
    siteDirectory = directory;
  }

  @Override
  public File getReportOutputDirectory() {
    return siteDirectory;
  }
}
