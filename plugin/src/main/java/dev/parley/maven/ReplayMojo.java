package dev.parley.maven;

import dev.parley.runner.ReplayOptions;
import dev.parley.runner.ReplayTask;
import dev.parley.runner.RunOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.rtinfo.RuntimeInformation;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Takes the steps of a recorded counterexample once more, in a process of its own, and prints each
 * with what it changed. With a debugger attached, breakpoints in the protocol's handlers show one
 * failing run, step by step.
 *
 * <p>Compile first: the module's classes are used as they are.
 */
@Mojo(name = "replay", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class ReplayMojo extends ForkingMojo {
  /**
   * The trace file to replay, as {@code check} prints it: relative to the module's directory or to
   * {@code outputDirectory}.
   *
   * <pre>{@code -Dparley.trace=target/parley/traces/paxos-small.json}</pre>
   */
  @Parameter(property = "parley.trace", required = true)
  String trace;

  /**
   * Waits for a debugger before the first step: at port 5005 if {@code true} or without a value,
   * else at the given port. If unset, it does not wait.
   *
   * <pre>{@code -Dparley.debug=8000}</pre>
   */
  @Parameter(property = "parley.debug", defaultValue = "false")
  String debug;

  /**
   * Made by Maven.
   *
   * @param toolchains tells which JDK the module uses
   * @param maven tells which Maven runs
   */
  @Inject
  public ReplayMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    super(toolchains, maven);
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    Ending.of(new ReplayTask(tool(), MavenTool.module(project), classes(), options()).run());
  }

  /** The one place where parameters become options. */
  ReplayOptions options() throws MojoExecutionException {
    Path fromModule = project.getBasedir().toPath().resolve(trace);
    Path fromReports = outputDirectory.toPath().resolve(trace);
    return Ending.valid(
        () ->
            new ReplayOptions(
                !Files.exists(fromModule) && Files.exists(fromReports) ? fromReports : fromModule,
                Optional.ofNullable(heap),
                RunOptions.arguments(jvmArguments),
                ReplayOptions.debugPort(debug)));
  }
}
