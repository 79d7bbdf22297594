package dev.parley.runner;

import dev.parley.engine.fork.CompareRequest;
import dev.parley.engine.fork.EngineException;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.EngineProcess;
import dev.parley.engine.fork.Event;
import dev.parley.engine.fork.Saving;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Lets an engine's process search a module's instances and shows its progress.
 *
 * @param tool who asks for it
 * @param module the module
 * @param classes its classes
 */
record EngineWork(BuildTool tool, CheckedModule module, ModuleClasses classes) {

  /**
   * Checks instances. If that does not come to its end, the report has the results until then and
   * says why it is incomplete.
   *
   * @param options how
   * @param targets the instances
   * @param started when the run began
   * @param journal hears of each result when it arrives
   * @param witness hears of everything, of a result after the journal
   */
  RunReport check(
      CheckOptions options,
      List<Target> targets,
      String started,
      Consumer<InstanceResult> journal,
      Consumer<Event> witness)
      throws BrokenRunException {
    List<InstanceResult> arrived = new ArrayList<>();
    String[] engineJava = {System.getProperty("java.version")};
    try {
      by(
          options.run(),
          saving(options.run()),
          "checking",
          targets.size(),
          (engine, display, interval) ->
              engine.check(
                  options.request(targets, classes.classPath(), interval),
                  event -> {
                    if (event instanceof Event.InstanceFinished finished) {
                      arrived.add(finished.result());
                      journal.accept(finished.result());
                    }
                    witness.accept(event);
                    display.accept(event);
                    engineJava[0] = display.engineJava();
                  }));
      return report(started, engineJava[0], arrived);
    } catch (BrokenRunException e) {
      if (arrived.isEmpty()) {
        throw e;
      }
      return report(started, engineJava[0], arrived)
          .endedBy(
              new RunReport.Incomplete(
                  e.getMessage(),
                  targets.subList(arrived.size(), targets.size()).stream()
                      .map(Target::toString)
                      .toList()));
    }
  }

  /** The report of a run, with these results. */
  RunReport report(String started, String engineJava, List<InstanceResult> results) {
    return new RunReport(module.title(), environment().parley(), engineJava, started, results);
  }

  /** Compares search modes on instances. */
  ComparisonReport compare(CompareOptions options, List<Target> targets) throws BrokenRunException {
    String started = now();
    return by(
        options.run(),
        List.of(),
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

  /** Searches instances once in each of several modes, as long as there is time. */
  List<ComparisonResult> measure(
      CheckOptions options, List<Target> targets, List<SearchMode> modes, Duration most)
      throws BrokenRunException {
    RunOptions run = options.run();
    return by(
        run,
        List.of(),
        "measuring",
        targets.size(),
        (engine, display, interval) ->
            engine.compare(
                new CompareRequest(
                    targets,
                    classes.classPath(),
                    run.defaultBudget(),
                    run.reuse().baselineBudget(),
                    modes,
                    1,
                    interval,
                    Optional.of(most)),
                event -> {
                  // The check has had its lines; this is worth one that is rewritten, at most.
                  if (tool.terminal().isPresent() && !(event instanceof Event.ComparisonFinished)) {
                    display.accept(event);
                  }
                }));
  }

  /** Something to be done by an engine's process. */
  private interface Work<R> {
    R by(EngineProcess engine, ProgressDisplay display, Duration progressInterval)
        throws EngineException, InterruptedException;
  }

  /** Has searches saved beside the reports, if that is asked for. */
  private static List<String> saving(RunOptions options) {
    Path reports = options.outputDirectory();
    Path directory = reports.resolveSibling(reports.getFileName() + "-saved");
    return options
        .reuse()
        .saveInterval()
        .map(every -> new Saving(directory, every).arguments())
        .orElse(List.of());
  }

  /** Starts an engine, shows its progress, and says what became of it if it fails. */
  private <R> R by(RunOptions options, List<String> further, String what, int total, Work<R> work)
      throws BrokenRunException {
    List<String> arguments =
        Stream.concat(options.jvmArguments().stream(), further.stream()).toList();
    EngineProcess engine =
        new EngineProcess(
            new EngineLaunch(
                    tool.java(),
                    module.directory(),
                    options.heap(),
                    arguments,
                    OptionalInt.empty(),
                    EngineLaunch.Patience.DEFAULT.withGrace(options.grace()),
                    tool.engineClassPath())
                .withArchives());
    try (ProgressDisplay display = new ProgressDisplay(tool, what, total)) {
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

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
