package dev.parley.maven;

import dev.parley.engine.fork.EngineException;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.EngineProcess;
import dev.parley.engine.fork.Target;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
public final class CheckMojo extends ForkingMojo {
  private final RuntimeInformation maven;

  /**
   * Skips the goal.
   *
   * <pre>{@code <skip>true</skip>}</pre>
   */
  @Parameter(property = "parley.skip", defaultValue = "false")
  boolean skip;

  /**
   * Checks only protocols whose name, class name or simple class name matches one of these
   * patterns, separated by commas; {@code *} stands for any characters and {@code ?} for one. If
   * unset, all protocols.
   *
   * <pre>{@code <protocols>paxos,*-commit</protocols>}</pre>
   */
  @Parameter(property = "parley.protocols")
  String protocols;

  /**
   * Checks only instances whose name matches one of these patterns, separated by commas; commas
   * within parentheses belong to the name. If unset, all instances.
   *
   * <pre>{@code <instances>paxos(2,3),small*</instances>}</pre>
   */
  @Parameter(property = "parley.instances")
  String instances;

  /**
   * Checks only instances that have one of these tags, their protocol's tags included. If unset,
   * tagged and untagged ones.
   *
   * <pre>{@code <tags>nightly,quick</tags>}</pre>
   */
  @Parameter(property = "parley.tags")
  String tags;

  /**
   * Leaves out instances that have one of these tags. If unset, none.
   *
   * <pre>{@code <excludedTags>nightly</excludedTags>}</pre>
   */
  @Parameter(property = "parley.excludedTags")
  String excludedTags;

  /**
   * Bounds for instances that declare none, in themselves or in their protocol. If unset, only the
   * time is bounded: to ten minutes an instance.
   *
   * <pre>{@code
   * <budget>
   *   <states>20000000</states>
   *   <time>5m</time>
   *   <memory>4g</memory>
   *   <depth>200</depth>
   * </budget>
   * }</pre>
   */
  @Parameter BudgetParameters budget;

  /**
   * The greatest number of states, for every instance and whatever it declares; meant for the
   * command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.states=1000000}</pre>
   */
  @Parameter(property = "parley.budget.states")
  Long budgetStates;

  /**
   * The longest time, for every instance and whatever it declares; meant for the command line. If
   * unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.time=30s}</pre>
   */
  @Parameter(property = "parley.budget.time")
  String budgetTime;

  /**
   * The most memory of the state store, for every instance and whatever it declares; meant for the
   * command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.memory=2g}</pre>
   */
  @Parameter(property = "parley.budget.memory")
  String budgetMemory;

  /**
   * The greatest number of steps from the initial state, for every instance and whatever it
   * declares; meant for the command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.depth=50}</pre>
   */
  @Parameter(property = "parley.budget.depth")
  Integer budgetDepth;

  /**
   * What is remembered of visited states. {@code dbss}, decomposition-based stateful search,
   * remembers them without the content marked {@code @Auxiliary}, and checks that this content
   * makes no difference; {@code stateful} remembers them with it; {@code stateless} remembers
   * nothing and explores every path. If unset, {@code dbss}.
   *
   * <pre>{@code <mode>stateful</mode>}</pre>
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
   * Whether a depth-first search leaves states with a single transition off its stack. If unset,
   * only in mode {@code dbss}.
   *
   * <pre>{@code <selectivePush>false</selectivePush>}</pre>
   */
  @Parameter(property = "parley.selectivePush")
  Boolean selectivePush;

  /**
   * Gives every node, as auxiliary content, a record of the messages its last step consumed.
   * Changes no verdict; shows what such a record costs a search that does not know it as auxiliary.
   *
   * <pre>{@code <deliveryRecord>true</deliveryRecord>}</pre>
   */
  @Parameter(property = "parley.deliveryRecord", defaultValue = "false")
  boolean deliveryRecord;

  /**
   * Runs each new local step a second time, on a copy laid out differently, and compares: finds
   * steps that depend on time, chance or the order of a hash set.
   *
   * <pre>{@code <runTwice>false</runTwice>}</pre>
   */
  @Parameter(property = "parley.runTwice", defaultValue = "true")
  boolean runTwice;

  /**
   * What is done about fields of nodes that the byte code shows to be auxiliary, without being
   * marked {@code @Auxiliary}. {@code suggest} lists them and measures, by a second search within
   * the means of the first, what leaving them out would save; {@code on} leaves them out; {@code
   * off} does not look for them. If unset, {@code suggest}.
   *
   * <pre>{@code <inference>on</inference>}</pre>
   */
  @Parameter(property = "parley.inference")
  String inference;

  /**
   * Whether an exhausted budget fails the build. If not, it is a warning; it is never called
   * verified.
   *
   * <pre>{@code <failOnBudget>false</failOnBudget>}</pre>
   */
  @Parameter(property = "parley.failOnBudget", defaultValue = "true")
  boolean failOnBudget;

  /**
   * Whether the build fails if the module has no protocol or the selection leaves none: a check
   * that checks nothing should not be green. Modules of packaging {@code pom} and modules without
   * classes are always left alone.
   *
   * <pre>{@code <failIfNothingFound>false</failIfNothingFound>}</pre>
   */
  @Parameter(property = "parley.failIfNothingFound", defaultValue = "true")
  boolean failIfNothingFound;

  /**
   * How often progress is shown, as {@code 500ms} or {@code 10s}. On a terminal one line is
   * rewritten, at least every second; else it is a log line.
   *
   * <pre>{@code <progressInterval>30s</progressInterval>}</pre>
   */
  @Parameter(property = "parley.progressInterval", defaultValue = "5s")
  String progressInterval;

  /**
   * How long an instance may run on when its time budget is over, before its process is stopped.
   * The search itself keeps the budget; only code of the protocol that does not return has to be
   * stopped from outside.
   *
   * <pre>{@code <grace>10s</grace>}</pre>
   */
  @Parameter(property = "parley.grace", defaultValue = "60s")
  String grace;

  /**
   * Made by Maven.
   *
   * @param toolchains tells which JDK the module uses
   * @param maven tells which Maven runs
   */
  @Inject
  public CheckMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    super(toolchains);
    this.maven = maven;
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("Parley is skipped (parley.skip).");
      return;
    }
    List<Path> directories = classDirectories();
    if (project.getPackaging().equals("pom") || directories.isEmpty()) {
      getLog().info("Nothing to check: this module has no classes.");
      return;
    }
    CheckOptions options = options();
    List<Target> targets = select(options, directories);
    if (!targets.isEmpty()) {
      run(options, targets);
    }
  }

  /** The one place where parameters become options. */
  CheckOptions options() throws MojoExecutionException {
    try {
      BudgetParameters overriding =
          new BudgetParameters(budgetStates, budgetTime, budgetMemory, budgetDepth);
      BudgetParameters defaults =
          budget == null ? new BudgetParameters(null, "10m", null, null) : budget;
      return new CheckOptions(
          Selection.of(protocols, instances, tags, excludedTags),
          defaults.toBudget(),
          overriding.toBudget(),
          new SearchParameters(mode, order, selectivePush, deliveryRecord, runTwice, inference)
              .toOptions(),
          Optional.ofNullable(heap),
          CheckOptions.arguments(jvmArguments),
          failOnBudget,
          failIfNothingFound,
          outputDirectory.toPath(),
          Quantity.duration("progressInterval", progressInterval),
          Quantity.duration("grace", grace));
    } catch (IllegalArgumentException e) {
      throw new MojoExecutionException("The configuration is not valid: " + e.getMessage(), e);
    }
  }

  private List<Target> select(CheckOptions options, List<Path> directories)
      throws MojoFailureException, MojoExecutionException {
    List<Target> found;
    try {
      found = Discovery.in(directories);
    } catch (ProtocolException e) {
      throw new MojoExecutionException(e.place() + ": " + e.getMessage(), e);
    }
    List<Target> selected = options.selection().of(found);
    if (selected.isEmpty()) {
      String message = Gate.nothingFound(project.getArtifactId(), options.selection(), found);
      if (options.failIfNothingFound()) {
        throw new MojoFailureException(message + Gate.remedy(found));
      }
      getLog().info(message);
    }
    return selected;
  }

  private void run(CheckOptions options, List<Target> targets)
      throws MojoExecutionException, MojoFailureException {
    RunReport report = check(options, targets);
    Reports.Written written;
    try {
      written = new Reports(options, environment()).write(report);
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Cannot write the reports to " + options.outputDirectory() + ": " + e.getMessage(), e);
    }
    ReplayCommand replay = ReplayCommand.of(project);
    ConsoleSummary.lines(report.instances()).forEach(getLog()::info);
    for (InstanceResult result : report.instances()) {
      FindingText.lines(result, written.trace(result), replay).forEach(getLog()::error);
      result.warnings().forEach(w -> getLog().warn(Gate.name(result) + ": " + w));
    }
    getLog().info("Report: " + written.html());
    getLog().info("        " + written.json());
    getLog().info("        " + written.junit());
    new Gate(options.failOnBudget(), written.html()).judge(report.instances(), getLog()::warn);
  }

  private RunReport check(CheckOptions options, List<Target> targets)
      throws MojoExecutionException {
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    EngineProcess engine =
        new EngineProcess(
            launch(
                options.heap(),
                options.jvmArguments(),
                OptionalInt.empty(),
                EngineLaunch.Patience.DEFAULT.withGrace(options.grace())));
    try (ProgressDisplay display =
        new ProgressDisplay(
            getLog()::info,
            ProgressDisplay.terminal(session, maven.getMavenVersion()),
            targets.size())) {
      Duration interval = display.interval(options.progressInterval());
      List<InstanceResult> results =
          engine.check(options.request(targets, classPath(), interval), display);
      return new RunReport(
          project.getName(),
          environment().parley(),
          display.engineJava(),
          started.toString(),
          results);
    } catch (EngineException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("The check was interrupted.", e);
    }
  }

  private Environment environment() {
    return Environment.current(maven.getMavenVersion());
  }
}
