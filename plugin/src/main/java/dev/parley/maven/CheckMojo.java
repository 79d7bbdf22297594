package dev.parley.maven;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.util.ArrayList;
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
   * What is remembered of visited states. {@code dbss}, decomposition-based stateful search,
   * remembers them without the content marked {@code @Auxiliary}, and checks that this content
   * makes no difference; {@code stateful} remembers them with it; {@code stateless} remembers
   * nothing and explores every path. {@code dbss-without-push} is {@code dbss} with every state on
   * the stack of a depth-first search. If unset, {@code dbss}.
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
   * Whether an exhausted budget fails the build. If not, it is a warning; it is never called
   * verified.
   *
   * <pre>{@code <failOnBudget>false</failOnBudget>}</pre>
   */
  @Parameter(property = "parley.failOnBudget", defaultValue = "true")
  boolean failOnBudget;

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
      return;
    }
    CheckOptions options = options();
    List<Target> targets = select(options.run());
    if (!targets.isEmpty()) {
      run(options, targets);
    }
  }

  /** The one place where parameters become options. */
  CheckOptions options() throws MojoExecutionException {
    return valid(
        () ->
            new CheckOptions(
                runOptions(),
                searchParameters(order).check(mode, selectivePush),
                failOnBudget,
                compare == null || compare.isBlank()
                    ? List.of()
                    : searchParameters(null).compare(compare),
                rounds));
  }

  private void run(CheckOptions options, List<Target> targets)
      throws MojoExecutionException, MojoFailureException {
    RunReport checked = check(options, targets);
    Optional<ComparisonReport> comparison = compareSound(options, targets, checked);
    RunReport report = comparison.map(c -> checked.with(c.comparisons())).orElse(checked);
    Reports.Written written;
    try {
      written = new Reports(options, environment()).write(report);
    } catch (IOException e) {
      throw new MojoExecutionException(
          "Cannot write the reports to " + options.run().outputDirectory() + ": " + e.getMessage(),
          e);
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
    if (comparison.isPresent()) {
      publish(options.comparison(), comparison.get());
    }
    new ComparisonGate(written.html()).judge(report);
    new Gate(options.failOnBudget(), written.html()).judge(report.instances(), getLog()::warn);
  }

  private RunReport check(CheckOptions options, List<Target> targets)
      throws MojoExecutionException {
    String started = now();
    List<String> classPath = classPath();
    return work(
        options.run(),
        "checking",
        targets.size(),
        (engine, display, interval) -> {
          List<InstanceResult> results =
              engine.check(options.request(targets, classPath, interval), display);
          return new RunReport(
              project.getName(), environment().parley(), display.engineJava(), started, results);
        });
  }

  /** Compares what could be checked: a mistake in a protocol needs no second telling. */
  private Optional<ComparisonReport> compareSound(
      CheckOptions options, List<Target> targets, RunReport checked) throws MojoExecutionException {
    List<Target> sound = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (checked.instances().get(i).verdict() != Verdict.ERROR) {
        sound.add(targets.get(i));
      }
    }
    return options.compare().isEmpty() || sound.isEmpty()
        ? Optional.empty()
        : Optional.of(compare(options.comparison(), sound));
  }
}
