package dev.parley.maven;

import dev.parley.runner.AggregateOptions;
import dev.parley.runner.AggregateTask;
import dev.parley.runner.HistoryOptions;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
   * Whether it fails the build that a verdict rests on an assumption: that content marked
   * {@code @Auxiliary} makes no difference, where byte code does not prove it and not all
   * combinations of that content could be tried. If not, it is a warning.
   *
   * <pre>{@code <failOnAssumedDecomposition>true</failOnAssumedDecomposition>}</pre>
   */
  @Parameter(property = "parley.failOnAssumedDecomposition", defaultValue = "false")
  boolean failOnAssumedDecomposition;

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
    List<AggregateOptions.Member> modules = new ArrayList<>();
    for (MavenProject module : session.getProjects()) {
      modules.add(
          new AggregateOptions.Member(
              MavenTool.module(module),
              Path.of(module.getBuild().getDirectory(), results),
              history(historyFile(module))));
    }
    Path directory =
        aggregateDirectory != null
            ? aggregateDirectory.toPath()
            : Path.of(session.getTopLevelProject().getBuild().getDirectory(), "parley");
    Ending.of(
        new AggregateTask(
                console(),
                new AggregateOptions(
                    session.getTopLevelProject().getName(),
                    modules,
                    directory,
                    failOnBudget,
                    failOnAssumedDecomposition,
                    failIfNothingFound,
                    session.getRequest().getStartTime().toInstant()))
            .run());
  }

  private File historyFile(MavenProject module) {
    return historyFile != null ? historyFile : new File(module.getBasedir(), HistoryOptions.FILE);
  }
}
