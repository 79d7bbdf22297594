package dev.parley.maven;

import dev.parley.report.Trends;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Puts the results of all modules of the build together into one report, and judges them: called
 * after {@code verify} on the command line, or bound in a module that is built last because it
 * depends on the others.
 *
 * <p>So that a build comes this far even if a module has findings, set {@code gate} to {@code
 * false} for {@code parley:check}.
 */
@Mojo(
    name = "report-aggregate",
    defaultPhase = LifecyclePhase.VERIFY,
    aggregator = true,
    threadSafe = true)
public final class ReportAggregateMojo extends JudgingMojo {
  /** The running build. */
  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  MavenSession session;

  /**
   * The directory the common report is written to. If unset, {@code parley} in the build directory
   * of the project Maven was started for.
   *
   * <pre>{@code <aggregateDirectory>${project.build.directory}/protocols</aggregateDirectory>}
   * </pre>
   */
  @Parameter(property = "parley.aggregate.directory")
  File aggregateDirectory;

  /**
   * Where modules have their results, relative to their build directories.
   *
   * <pre>{@code <results>protocols</results>}</pre>
   */
  @Parameter(property = "parley.aggregate.results", defaultValue = "parley", required = true)
  String results;

  /**
   * Where the past of the protocols is recorded. If unset, each module's own {@code
   * parley-history.jsonl}.
   *
   * <pre>
   * {@code <historyFile>${maven.multiModuleProjectDirectory}/parley-history.jsonl</historyFile>}
   * </pre>
   */
  @Parameter(property = "parley.history.file")
  File historyFile;

  /**
   * Whether an exhausted budget fails the build. If not, it is a warning; it is never called
   * verified.
   *
   * <pre>{@code <failOnBudget>false</failOnBudget>}</pre>
   */
  @Parameter(property = "parley.failOnBudget", defaultValue = "true")
  boolean failOnBudget;

  /**
   * Whether the build fails if no module has results.
   *
   * <pre>{@code <failIfNothingFound>false</failIfNothingFound>}</pre>
   */
  @Parameter(property = "parley.failIfNothingFound", defaultValue = "true")
  boolean failIfNothingFound;

  /** Made by Maven. */
  public ReportAggregateMojo() {}

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skipped()) {
      return;
    }
    Path directory =
        aggregateDirectory != null
            ? aggregateDirectory.toPath()
            : Path.of(session.getTopLevelProject().getBuild().getDirectory(), "parley");
    List<ModuleResults> modules = collect(directory);
    if (!modules.isEmpty()) {
      report(modules, directory);
    }
  }

  /** What a module has to contribute. */
  private record ModuleResults(MavenProject module, Run run, Past past) {}

  private List<ModuleResults> collect(Path directory)
      throws MojoExecutionException, MojoFailureException {
    List<ModuleResults> modules = new ArrayList<>();
    for (MavenProject module : session.getProjects()) {
      File own = new File(module.getBuild().getDirectory(), results);
      if (!hasResults(own)) {
        continue;
      }
      Run run = results(own);
      // Without options it is a common report itself, of an earlier build.
      if (run.options().isPresent() && !run.report().instances().isEmpty()) {
        requireElsewhere(module, own.toPath(), directory);
        modules.add(new ModuleResults(module, run, past(historyFile(module))));
      }
    }
    if (modules.isEmpty()) {
      String message =
          "There is nothing to report: no module has results in its build directory under "
              + results
              + ". `mvn parley:check` writes them.";
      if (failIfNothingFound) {
        throw new MojoFailureException(message);
      }
      getLog().info(message);
    }
    return modules;
  }

  private File historyFile(MavenProject module) {
    return historyFile != null ? historyFile : new File(module.getBasedir(), HistoryOptions.FILE);
  }

  /** A module's own report is not to be replaced by the common one. */
  private static void requireElsewhere(MavenProject module, Path own, Path directory)
      throws MojoExecutionException {
    if (own.toAbsolutePath().normalize().equals(directory.toAbsolutePath().normalize())) {
      throw new MojoExecutionException(
          "The common report would replace that of "
              + module.getArtifactId()
              + " in "
              + own
              + ". Name another directory with <aggregateDirectory> or"
              + " -Dparley.aggregate.directory.");
    }
  }

  private void report(List<ModuleResults> modules, Path directory)
      throws MojoExecutionException, MojoFailureException {
    CommonRun common = new CommonRun(modules.stream().map(ModuleResults::run).toList());
    Run run = common.of(session.getTopLevelProject().getName());
    List<Judgement> judgements = new ArrayList<>();
    List<Trends.Series> trends = new ArrayList<>();
    for (ModuleResults each : modules) {
      List<Judgement> own = each.past.judge(each.run);
      each.past.show(own, getLog());
      judgements.addAll(own);
      trends.addAll(common.renamed(each.run, each.past.trends(each.run)));
    }
    Path html = write(modules, run, new Trends(trends), judgements, directory);
    ConsoleSummary.lines(run.report().instances()).forEach(getLog()::info);
    getLog().info("Report: " + html);
    new ComparisonGate(html).judge(run.report());
    new Gate(failOnBudget, html).judge(run.report().instances(), getLog()::warn);
    if (!accept) {
      HistoryGate.requirePassed(
          judgements, modules.stream().map(m -> m.past.file().toString()).distinct().toList());
    }
  }

  private Path write(
      List<ModuleResults> modules,
      Run run,
      Trends trends,
      List<Judgement> judgements,
      Path directory)
      throws MojoExecutionException {
    try {
      Map<String, SourceTree> sources = new HashMap<>();
      for (ModuleResults each : modules) {
        sources.put(each.module.getArtifactId(), SourceTree.of(each.module));
      }
      return new Reports(directory, sources).write(run, trends, judgements).html();
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Cannot write the reports to " + directory + ": " + e.getMessage(), e);
    }
  }
}
