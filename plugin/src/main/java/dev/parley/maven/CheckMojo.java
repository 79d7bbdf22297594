package dev.parley.maven;

import dev.parley.engine.options.SearchMode;
import dev.parley.runner.CheckOptions;
import dev.parley.runner.CheckTask;
import dev.parley.runner.HistoryOptions;
import dev.parley.runner.ReuseOptions;
import dev.parley.runner.WalkParameters;
import java.io.File;
import java.util.List;
import java.util.Optional;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.rtinfo.RuntimeInformation;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Checks every instance of every protocol of the module, reports what was found and fails the build
 * where it differs from what was declared. Protocols are the classes annotated {@code @Protocol}
 * among the module's classes and test classes.
 *
 * <p>A property that does not hold, a broken variant that turns out verified, an exhausted budget
 * and a module without protocols fail the build; mistakes in a protocol stop it as errors.
 */
@Mojo(
    name = "check",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.TEST,
    threadSafe = true)
public final class CheckMojo extends SearchingMojo {
  /**
   * How to search. {@code stateful} remembers visited states as they are; {@code dbss},
   * decomposition-based stateful search, remembers them without the content marked
   * {@code @Auxiliary}, and checks that this content makes no difference; {@code por} and {@code
   * dbss-por} leave out, besides, transitions whose order makes no difference; {@code reduced} also
   * drops messages that can have no effect any more. {@code stateless} remembers nothing and
   * explores every path. {@code dbss-without-push} is {@code dbss} with every state on the stack of
   * a depth-first search. {@code rounds} explores protocols whose messages carry a phase and a
   * round round by round, and all others like {@code reduced}. {@code simulate} takes random walks
   * instead of searching, for instances that are too large: it may find mistakes, and never
   * verifies anything. If unset, {@code reduced}: the verdict is the same in every mode, and where
   * a reduction cannot skip anything, or does not apply, the result says so. To count all reachable
   * states, choose {@code dbss} or {@code stateful}.
   *
   * <pre>{@code <mode>dbss</mode>}</pre>
   */
  @Parameter(property = "parley.mode")
  String mode;

  /**
   * Which state to expand next: {@code breadth-first} finds shortest counterexamples, {@code
   * depth-first} needs less memory for what is still to be explored. If unset, breadth first,
   * unless nothing is remembered.
   *
   * <pre>{@code <order>depth-first</order>}</pre>
   */
  @Parameter(property = "parley.order")
  String order;

  /**
   * How many random walks the mode {@code simulate} takes for each instance, unless a budget ends
   * them earlier or one finds something. If unset, 10,000.
   *
   * <pre>{@code <walks>1000000</walks>}</pre>
   */
  @Parameter(property = "parley.walks")
  Long walks;

  /**
   * How many transitions each random walk may take. If unset, 1,000.
   *
   * <pre>{@code <walkLength>200</walkLength>}</pre>
   */
  @Parameter(property = "parley.walkLength")
  Integer walkLength;

  /**
   * How random walks choose: {@code uniform}, every transition of a state is as likely as every
   * other; {@code priorities}, every event has a priority by chance, so that some messages wait for
   * a long time; {@code mixed}, the two take turns. If unset, {@code mixed}.
   *
   * <pre>{@code <schedule>priorities</schedule>}</pre>
   */
  @Parameter(property = "parley.schedule")
  String schedule;

  /**
   * What the choices of random walks depend on: with the same number the same walks are taken
   * again. If unset, another one in each run; the result names it.
   *
   * <pre>{@code <walkSeed>8231</walkSeed>}</pre>
   */
  @Parameter(property = "parley.walkSeed")
  Long walkSeed;

  /**
   * Whether a depth-first search leaves states with a single transition off its stack. If unset,
   * only in mode {@code dbss}.
   *
   * <pre>{@code <selectivePush>false</selectivePush>}</pre>
   */
  @Parameter(property = "parley.selectivePush")
  Boolean selectivePush;

  /**
   * Whether pending messages that can have no effect any more are dropped. Switched off by itself,
   * with a remark in the report, where a property looks at pending messages. If unset, as the mode
   * has it: {@code true} with {@code reduced}, the default.
   *
   * <pre>{@code <deadMessages>true</deadMessages>}</pre>
   */
  @Parameter(property = "parley.deadMessages")
  Boolean deadMessages;

  /**
   * Whether instances of which nothing has changed are left out of the search: neither the code
   * that the protocol reaches, nor the options, the engine or the Java it runs on. Their last
   * results stay in the report, which says since when. Only results of searches that came to their
   * end are kept, beside the reports. If unset, {@code true}, and {@code false} where the
   * environment variable {@code CI} is set: what a build server says should rest on its own work.
   *
   * <pre>{@code <incremental>false</incremental>}</pre>
   */
  @Parameter(property = "parley.incremental")
  Boolean incremental;

  /**
   * Whether a search that was interrupted goes on where it was: by the end of its budget, by a
   * signal, or by whatever ended the process. So a long search is saved every now and then ({@code
   * saveInterval}), and when it ends without a verdict; the files are beside the reports. It comes
   * to the same as in one go, and its result says from how many states it was resumed. A budget of
   * time counts anew. What was saved of other code, with other options, by another Parley or on
   * another Java is named and ignored, and so is a damaged file. Searches of mode {@code
   * stateless}, {@code rounds} and {@code simulate} and those of external programs are not saved.
   *
   * <pre>{@code <resume>true</resume>}</pre>
   */
  @Parameter(property = "parley.resume", defaultValue = "false")
  boolean resume;

  /**
   * How often a search is saved if {@code resume} is set, as {@code 10m} or {@code 90s}. Saving
   * takes at most a twentieth of the time.
   *
   * <pre>{@code <saveInterval>1m</saveInterval>}</pre>
   */
  @Parameter(property = "parley.saveInterval", defaultValue = "5m")
  String saveInterval = "5m";

  /**
   * Whether it is measured what reductions save: a stateful search and a DBSS of each instance,
   * beside the check's own. Each is run once for the code it is about, and kept beside the reports,
   * and in the history if the run is recorded. All of a run take about as long as its checks. If
   * modes are compared, they are not run.
   *
   * <pre>{@code <baselines>false</baselines>}</pre>
   */
  @Parameter(property = "parley.baselines", defaultValue = "true")
  boolean baselines = true;

  /**
   * Bounds of each search that only measures what reductions save. One that is cut off shows how
   * far it came, as {@code >1,000,000} states. If unset, a million states and 5 seconds.
   *
   * <pre>{@code
   * <baselineBudget>
   *   <states>50000000</states>
   *   <time>10m</time>
   * </baselineBudget>
   * }</pre>
   */
  @Parameter BudgetParameters baselineBudget;

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
   * Search modes to compare on the instances that were checked, separated by commas. Each
   * instance's page then shows what a mode saves over another, as {@code parley:compare} does.
   * Their searches are depth first and have the instance's budget each. If unset, nothing is
   * compared.
   *
   * <pre>{@code <compare>stateful,dbss</compare>}</pre>
   */
  @Parameter(property = "parley.compare")
  String compare;

  /**
   * Where the past of the protocols is recorded, a line for each commit and instance. If it exists,
   * reports show the past and the run is judged by it, whether or not it is recorded itself. The
   * file is only ever added to: commit it, or keep it in your build server's cache.
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
   * Whether this run is added to the history. Meant for the builds of the main branch: what one
   * tries out at home would otherwise become what others are judged by.
   *
   * <pre>{@code <record>true</record>}</pre>
   */
  @Parameter(property = "parley.record", defaultValue = "false")
  boolean record;

  /**
   * The commit to record the run for. If unset, what the build server says in the environment, else
   * the one checked out in the git repository around the module.
   *
   * <pre>{@code -Dparley.commit=1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d}</pre>
   */
  @Parameter(property = "parley.commit")
  String commit;

  /**
   * Accepts regressions from the recorded history as intentional: they do not fail the build. If
   * the run is recorded, later runs are compared with it. Use it once, on the command line.
   *
   * <pre>{@code -Dparley.record -Dparley.accept}</pre>
   */
  @Parameter(property = "parley.accept", defaultValue = "false")
  boolean accept;

  /**
   * By how many points a reduction over the stateful search may fall against the history before the
   * build fails; {@code off} does not judge it. Reductions are those that {@code baselines}, or a
   * comparison with {@code stateful}, measure. If unset, 5 points.
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

  /**
   * Whether this goal itself judges what it found. If not, it only reports, and leaves it to {@code
   * parley:gate} or {@code parley:report-aggregate} to fail the build.
   *
   * <pre>{@code <gate>false</gate>}</pre>
   */
  @Parameter(property = "parley.gate", defaultValue = "true")
  boolean gate;

  /**
   * Whether the summary is also added to the page of the job, on build servers that name a file for
   * this in {@code GITHUB_STEP_SUMMARY}.
   *
   * <pre>{@code <summary>false</summary>}</pre>
   */
  @Parameter(property = "parley.summary", defaultValue = "true")
  boolean summary;

  /**
   * Made by Maven.
   *
   * @param toolchains tells which JDK the module uses
   * @param maven tells which Maven runs
   */
  @Inject
  public CheckMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    super(toolchains, maven);
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (leftAlone()) {
      if (!skip && !project.getPackaging().equals("pom")) {
        CheckTask.leaveNothing(
            MavenTool.module(project),
            outputDirectory.toPath(),
            MavenTool.console(getLog(), Terminal.of(session, variables)));
      }
      return;
    }
    Ending.of(new CheckTask(tool(), MavenTool.module(project), classes(), options()).run());
  }

  private ReuseOptions reuse() {
    return new ReuseOptions(
            Optional.ofNullable(incremental),
            baselines,
            baselineBudget == null ? ReuseOptions.BASELINE_BUDGET : baselineBudget.toBudget())
        .resuming(resume, saveInterval);
  }

  /** The one place where parameters become options. */
  CheckOptions options() throws MojoExecutionException {
    return Ending.valid(
        () ->
            new CheckOptions(
                runOptions().with(reuse()),
                mode == null ? SearchMode.DEFAULT.name() : mode.strip(),
                searchParameters(order)
                    .with(new WalkParameters(walks, walkLength, schedule, walkSeed))
                    .check(mode, selectivePush, deadMessages),
                failOnBudget,
                failOnAssumedDecomposition,
                compare == null || compare.isBlank()
                    ? List.of()
                    : searchParameters(null).compare(compare),
                rounds,
                new HistoryOptions(
                    historyFile.toPath(),
                    record,
                    Optional.ofNullable(commit),
                    accept,
                    ThresholdParameters.thresholds(
                        reductionLoss, stateGrowth, thresholds, failOnWorseVerdict)),
                gate,
                summary));
  }
}
