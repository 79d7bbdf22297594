package dev.parley.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.maven.doxia.sink.Sink;
import org.apache.maven.plugin.MojoExecutionException;
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
  public void execute() throws MojoExecutionException {
    if (skipped()) {
      return;
    }
    if (!hasResults(outputDirectory) && project.getPackaging().equals("pom")) {
      getLog().info("There is nothing to report: this module has no results.");
      return;
    }
    getLog().info("Report: " + write(results(outputDirectory)).html());
  }

  private Reports.Written write(Run run) throws MojoExecutionException {
    Past past = past(historyFile);
    try {
      return new Reports(
              outputDirectory.toPath(), Map.of(project.getArtifactId(), SourceTree.of(project)))
          .writeAgain(run, past.trends(run), past.judge(run));
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Cannot write the reports to " + outputDirectory + ": " + e.getMessage(), e);
    }
  }

  // As a part of the site ---------------------------------------------------------------------

  @Override
  public void generate(Sink sink, Locale locale) throws MavenReportException {
    try {
      Run run = results(outputDirectory);
      List<Judgement> judgements = past(historyFile).judge(run);
      write(run);
      Path copy = siteDirectory.toPath().resolve("parley");
      SitePage.copy(outputDirectory.toPath(), copy);
      new SitePage(run, judgements, "parley/index.html").render(sink);
    } catch (MojoExecutionException | IOException e) {
      throw new MavenReportException(e.getMessage(), e);
    }
  }

  @Override
  public boolean canGenerateReport() {
    return !skip && hasResults(outputDirectory);
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
