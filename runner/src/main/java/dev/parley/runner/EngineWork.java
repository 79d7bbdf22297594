package dev.parley.runner;

import dev.parley.engine.fork.EngineException;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.EngineProcess;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.RunReport;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalInt;

/**
 * Lets an engine's process search a module's instances and shows its progress.
 *
 * @param tool who asks for it
 * @param module the module
 * @param classes its classes
 */
record EngineWork(BuildTool tool, CheckedModule module, ModuleClasses classes) {

  /** Checks instances. */
  RunReport check(CheckOptions options, List<Target> targets) throws BrokenRunException {
    String started = now();
    return by(
        options.run(),
        "checking",
        targets.size(),
        (engine, display, interval) ->
            new RunReport(
                module.title(),
                environment().parley(),
                display.engineJava(),
                started,
                engine.check(options.request(targets, classes.classPath(), interval), display)));
  }

  /** Compares search modes on instances. */
  ComparisonReport compare(CompareOptions options, List<Target> targets) throws BrokenRunException {
    String started = now();
    return by(
        options.run(),
        "comparing",
        targets.size(),
        (engine, display, interval) ->
            new ComparisonReport(
                module.title(),
                environment().parley(),
                display.engineJava(),
                started,
                engine.compare(options.request(targets, classes.classPath(), interval), display)));
  }

  /** Something to be done by an engine's process. */
  private interface Work<R> {
    R by(EngineProcess engine, ProgressDisplay display, Duration progressInterval)
        throws EngineException, InterruptedException;
  }

  /** Starts an engine, shows its progress, and says what became of it if it fails. */
  private <R> R by(RunOptions options, String what, int total, Work<R> work)
      throws BrokenRunException {
    EngineProcess engine =
        new EngineProcess(
            new EngineLaunch(
                tool.java(),
                module.directory(),
                options.heap(),
                options.jvmArguments(),
                OptionalInt.empty(),
                EngineLaunch.Patience.DEFAULT.withGrace(options.grace())));
    try (ProgressDisplay display =
        new ProgressDisplay(tool.console()::info, tool.terminal(), what, total)) {
      return work.by(engine, display, display.interval(options.progressInterval()));
    } catch (EngineException e) {
      throw new BrokenRunException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenRunException("Parley was interrupted while " + what + ".", e);
    }
  }

  Environment environment() {
    return Environment.current(tool.version());
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
