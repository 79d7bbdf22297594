package dev.parley.maven;

import dev.parley.runner.GateOptions;
import dev.parley.runner.GateTask;
import java.io.File;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Judges the results that an earlier {@code parley:check} left, without running anything: fails the
 * build where a verdict is not the declared one, or a figure is worse than recorded.
 *
 * <p>Useful where searching and judging are separate jobs, or to try thresholds.
 */
@Mojo(name = "gate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class GateMojo extends JudgingMojo {
  /**
   * The directory with the results of the check.
   *
   * <pre>{@code <outputDirectory>${project.build.directory}/protocols</outputDirectory>}</pre>
   */
  @Parameter(
      property = "parley.outputDirectory",
      defaultValue = "${project.build.directory}/parley",
      required = true)
  File outputDirectory;

  /**
   * Where the past of the protocols is recorded. Without such a file only verdicts are judged.
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
   * Whether the build fails if there are no results. Modules of packaging {@code pom} need not have
   * any.
   *
   * <pre>{@code <failIfNothingFound>false</failIfNothingFound>}</pre>
   */
  @Parameter(property = "parley.failIfNothingFound", defaultValue = "true")
  boolean failIfNothingFound;

  /** Made by Maven. */
  public GateMojo() {}

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skipped()) {
      return;
    }
    Ending.of(
        new GateTask(
                console(),
                MavenTool.module(project),
                new GateOptions(
                    outputDirectory.toPath(),
                    history(historyFile),
                    failOnBudget,
                    failOnAssumedDecomposition,
                    failIfNothingFound && !project.getPackaging().equals("pom")))
            .run());
  }
}
