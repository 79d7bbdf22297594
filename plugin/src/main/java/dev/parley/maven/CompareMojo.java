package dev.parley.maven;

import dev.parley.runner.CompareOptions;
import dev.parley.runner.CompareTask;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.rtinfo.RuntimeInformation;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Searches every selected instance in several modes and reports what each saves over the others:
 * states, time, memory and stack. All runs share one process; the modes take turns.
 *
 * <p>A comparison measures and does not gate: a violated property or an exhausted budget is a
 * result like any other. Only modes that contradict each other, searches that cannot be repeated
 * and mistakes in a protocol stop the build.
 *
 * <p>Compile first: the module's classes are used as they are.
 */
@Mojo(name = "compare", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class CompareMojo extends SearchingMojo {
  /**
   * The search modes to compare, separated by commas, in the order of the report: {@code
   * stateless}, {@code stateful}, {@code dbss-without-push}, {@code dbss}, {@code por}, {@code
   * dbss-por}, {@code reduced}. If unset, all of them. A stateless search explores every path and
   * seldom comes to its end: it shows how far it came within its budget.
   *
   * <pre>{@code <modes>stateful,dbss</modes>}</pre>
   */
  @Parameter(property = "parley.modes")
  String modes;

  /**
   * Which state to expand next: {@code depth-first}, as in the papers, or {@code breadth-first},
   * for those modes that remember states. If unset, depth first.
   *
   * <pre>{@code <order>breadth-first</order>}</pre>
   */
  @Parameter(property = "parley.order")
  String order;

  /**
   * Made by Maven.
   *
   * @param toolchains tells which JDK the module uses
   * @param maven tells which Maven runs
   */
  @Inject
  public CompareMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    super(toolchains, maven);
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (leftAlone()) {
      return;
    }
    Ending.of(new CompareTask(tool(), MavenTool.module(project), classes(), options()).run());
  }

  /** The one place where parameters become options. */
  CompareOptions options() throws MojoExecutionException {
    return Ending.valid(
        () -> new CompareOptions(runOptions(), searchParameters(order).compare(modes), rounds));
  }
}
