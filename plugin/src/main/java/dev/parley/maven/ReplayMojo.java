package dev.parley.maven;

import dev.parley.engine.Replay.ReplayOutcome;
import dev.parley.engine.fork.EngineException;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.EngineProcess;
import dev.parley.engine.fork.Event;
import dev.parley.engine.fork.ReplayRequest;
import dev.parley.engine.result.Mistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
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
  private static final int DEFAULT_PORT = 5005;
  private static final int MOST_PORTS = 65_535;

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
   */
  @Inject
  public ReplayMojo(ToolchainManager toolchains) {
    super(toolchains);
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    TraceFile recorded = read();
    OptionalInt port = debugPort();
    getLog()
        .info(
            "Replaying "
                + recorded.target()
                + ", "
                + recorded.finding()
                + ": "
                + recorded.message());
    StepText.initial(recorded.trace()).forEach(getLog()::info);
    port.ifPresent(
        p ->
            getLog()
                .info(
                    "Waiting for a debugger: attach it to localhost:"
                        + p
                        + " (a remote JVM debug configuration), with breakpoints in the handlers of "
                        + recorded.protocolClass()
                        + "."));
    EngineProcess.ReplayResult result = replay(recorded, port);
    if (result.mistake().isPresent()) {
      Mistake mistake = result.mistake().get();
      mistake.details().lines().forEach(getLog()::error);
      throw new MojoExecutionException(mistake.place() + ": " + mistake.message());
    }
    ReplayOutcome outcome = result.outcome().orElseThrow();
    if (!outcome.reproduced()) {
      throw new MojoFailureException(
          "The counterexample was not reproduced: "
              + outcome.message()
              + (outcome.message().endsWith(".") ? "" : ".")
              + " Run `mvn parley:check` to see whether the protocol still has it.");
    }
    getLog().info("Reproduced: " + outcome.message());
  }

  private TraceFile read() throws MojoExecutionException {
    Path fromModule = project.getBasedir().toPath().resolve(trace);
    Path fromReports = outputDirectory.toPath().resolve(trace);
    try {
      return TraceFile.read(
          !Files.exists(fromModule) && Files.exists(fromReports) ? fromReports : fromModule);
    } catch (IOException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  OptionalInt debugPort() throws MojoExecutionException {
    String value = debug == null ? "false" : debug.strip();
    if (value.equals("false")) {
      return OptionalInt.empty();
    }
    if (value.isEmpty() || value.equals("true")) {
      return OptionalInt.of(DEFAULT_PORT);
    }
    if (value.matches("\\d{1,5}")
        && Integer.parseInt(value) >= 1
        && Integer.parseInt(value) <= MOST_PORTS) {
      return OptionalInt.of(Integer.parseInt(value));
    }
    throw new MojoExecutionException("parley.debug must be a port or true, not '" + debug + "'");
  }

  private EngineProcess.ReplayResult replay(TraceFile recorded, OptionalInt port)
      throws MojoExecutionException {
    EngineProcess engine =
        new EngineProcess(
            launch(
                Optional.ofNullable(heap),
                RunOptions.arguments(jvmArguments),
                port,
                EngineLaunch.Patience.DEFAULT));
    try {
      return engine.replay(
          new ReplayRequest(recorded.target(), classPath(), recorded.trace()), this::show);
    } catch (EngineException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("The replay was interrupted.", e);
    }
  }

  private void show(Event event) {
    if (event instanceof Event.Stepped stepped) {
      StepText.lines(stepped.step()).forEach(getLog()::info);
    } else if (event instanceof Event.Output output) {
      getLog().info("| " + output.line());
    }
  }
}
