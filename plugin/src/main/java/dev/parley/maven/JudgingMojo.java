package dev.parley.maven;

import dev.parley.runner.Console;
import dev.parley.runner.HistoryOptions;
import java.io.File;
import java.util.List;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What goals that come back to the results of a run, without running anything, have in common. */
abstract class JudgingMojo extends AbstractMojo {
  /** The module whose results are used. */
  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  MavenProject project;

  /**
   * Skips the goal.
   *
   * <pre>{@code <skip>true</skip>}</pre>
   */
  @Parameter(property = "parley.skip", defaultValue = "false")
  boolean skip;

  /**
   * Accepts regressions from the recorded history as intentional: they do not fail the build.
   *
   * <pre>{@code -Dparley.accept}</pre>
   */
  @Parameter(property = "parley.accept", defaultValue = "false")
  boolean accept;

  /**
   * By how many points a reduction over the stateful search may fall against the history before the
   * build fails; {@code off} does not judge it. If unset, 5 points.
   *
   * <pre>{@code <reductionLoss>2.5</reductionLoss>}</pre>
   */
  @Parameter(property = "parley.gate.reductionLoss")
  String reductionLoss;

  /**
   * By how many per cent the states of an instance may grow against the history before the build
   * fails; {@code off} does not judge it. If unset, {@code off}.
   *
   * <pre>{@code <stateGrowth>10</stateGrowth>}</pre>
   */
  @Parameter(property = "parley.gate.stateGrowth")
  String stateGrowth;

  /**
   * Whether a verdict that is worse than recorded fails the build, even if it is the declared one.
   * That a search ran out of time or memory depends on the machine and is mentioned only.
   *
   * <pre>{@code <failOnWorseVerdict>false</failOnWorseVerdict>}</pre>
   */
  @Parameter(property = "parley.gate.worseVerdict", defaultValue = "true")
  boolean failOnWorseVerdict;

  /**
   * Limits for some protocols or instances instead of {@code reductionLoss} and {@code
   * stateGrowth}. The first that matches counts; what it leaves out is as for all others. If unset,
   * none.
   *
   * <pre>{@code
   * <thresholds>
   *   <threshold>
   *     <protocols>paxos*</protocols>
   *     <reductionLoss>1</reductionLoss>
   *     <stateGrowth>20</stateGrowth>
   *   </threshold>
   * </thresholds>
   * }</pre>
   */
  @Parameter List<ThresholdParameters> thresholds;

  /** This plugin. */
  @Parameter(defaultValue = "${plugin}", readonly = true)
  PluginDescriptor plugin;

  /** The running build. */
  @Parameter(defaultValue = "${session}", readonly = true)
  MavenSession session;

  JudgingMojo() {}

  /** Whether the goal is to do nothing; says so if so. */
  boolean skipped() {
    CommandLine.warnOfUnknown(session, project, plugin, getLog());
    if (skip) {
      getLog().info("Parley is skipped (parley.skip).");
    }
    return skip;
  }

  /** What to do with the past in this file. */
  HistoryOptions history(File file) throws MojoExecutionException {
    return Ending.valid(
        () ->
            new HistoryOptions(
                file.toPath(),
                false,
                Optional.empty(),
                accept,
                ThresholdParameters.thresholds(
                    reductionLoss, stateGrowth, thresholds, failOnWorseVerdict)));
  }

  Console console() {
    return MavenTool.console(getLog(), Terminal.of(session, System.getenv()));
  }
}
