package dev.parley.runner;

import dev.parley.engine.fork.EngineException;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.EngineProcess;
import dev.parley.engine.fork.Event;
import dev.parley.engine.fork.ReplayRequest;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ReplayOutcome;
import java.io.IOException;
import java.util.Optional;

/** Takes the steps of a recorded counterexample once more and shows each. */
public final class ReplayTask {
  private final BuildTool tool;
  private final CheckedModule module;
  private final ModuleClasses classes;
  private final ReplayOptions options;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();

  /**
   * A replay that has yet to be run.
   *
   * @param tool who asks for it
   * @param module the module
   * @param classes its classes
   * @param options what to replay, and how
   */
  public ReplayTask(
      BuildTool tool, CheckedModule module, ModuleClasses classes, ReplayOptions options) {
    this.tool = tool;
    this.module = module;
    this.classes = classes;
    this.options = options;
  }

  /** Runs the replay. */
  public RunOutcome run() {
    outcome.attempt(() -> outcome.object(replayed(read())));
    return outcome.outcome();
  }

  private TraceFile read() throws BrokenRunException {
    try {
      return TraceFile.read(options.trace());
    } catch (IOException e) {
      throw new BrokenRunException(e.getMessage(), e);
    }
  }

  /** The property or place, unless the message begins with it anyway. */
  private static String finding(TraceFile recorded) {
    return recorded.message().startsWith(recorded.finding()) ? "" : ", " + recorded.finding();
  }

  private Optional<Objection> replayed(TraceFile recorded) throws BrokenRunException {
    Console console = tool.console();
    StaleClasses.warning(module, classes).ifPresent(console::warn);
    console.info("Replaying " + recorded.target() + finding(recorded) + ": " + recorded.message());
    StepText.initial(recorded.trace()).forEach(console::info);
    options
        .debugPort()
        .ifPresent(
            port ->
                console.info(
                    "Waiting for a debugger: attach it to localhost:"
                        + port
                        + " (a remote JVM debug configuration), with breakpoints in the handlers of "
                        + recorded.protocolClass()
                        + "."));
    EngineProcess.ReplayResult result = replay(recorded);
    if (result.mistake().isPresent()) {
      Mistake mistake = result.mistake().get();
      mistake.details().lines().forEach(console::error);
      return Optional.of(Objection.broken(mistake.place() + ": " + mistake.message()));
    }
    ReplayOutcome replayed = result.outcome().orElseThrow();
    if (!replayed.reproduced()) {
      return Optional.of(
          Objection.failed(
              "The counterexample was not reproduced: "
                  + replayed.message()
                  + (replayed.message().endsWith(".") ? "" : ".")
                  + " Run `mvn parley:check` to see whether the protocol still has it."));
    }
    console.info("Reproduced: " + replayed.message());
    return Optional.empty();
  }

  private EngineProcess.ReplayResult replay(TraceFile recorded) throws BrokenRunException {
    EngineProcess engine =
        new EngineProcess(
            new EngineLaunch(
                    tool.java(),
                    module.directory(),
                    options.heap(),
                    options.jvmArguments(),
                    options.debugPort(),
                    EngineLaunch.Patience.DEFAULT,
                    tool.engineClassPath())
                .withArchives());
    try {
      return engine.replay(
          new ReplayRequest(
              recorded.target(), classes.classPath(), recorded.trace(), recorded.recordedOn()),
          this::show);
    } catch (IOException e) {
      throw new BrokenRunException(e.getMessage(), e);
    } catch (EngineException e) {
      throw new BrokenRunException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenRunException("The replay was interrupted.", e);
    }
  }

  private void show(Event event) {
    if (event instanceof Event.Stepped stepped) {
      StepText.lines(stepped.step()).forEach(tool.console()::info);
    } else if (event instanceof Event.Output output) {
      tool.console().info("| " + output.line());
    }
  }
}
