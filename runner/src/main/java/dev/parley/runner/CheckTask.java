package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the selected instances of a module, reports what was found, judges it and records it if
 * that was asked for.
 */
public final class CheckTask {
  private final BuildTool tool;
  private final CheckedModule module;
  private final ModuleClasses classes;
  private final CheckOptions options;
  private final EngineWork work;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();

  /**
   * A check that has yet to be run.
   *
   * @param tool who asks for it
   * @param module the module
   * @param classes its classes
   * @param options what to check, and how
   */
  public CheckTask(
      BuildTool tool, CheckedModule module, ModuleClasses classes, CheckOptions options) {
    this.tool = tool;
    this.module = module;
    this.classes = classes;
    this.options = options;
    this.work = new EngineWork(tool, module, classes);
  }

  /** Runs the check. */
  public RunOutcome run() {
    outcome.attempt(
        () -> {
          Discovery discovery = Discovery.in(module, classes, options.run(), tool.console());
          outcome.object(discovery.objection());
          if (!discovery.targets().isEmpty()) {
            check(discovery);
          }
        });
    return outcome.outcome();
  }

  private void check(Discovery discovery) throws BrokenRunException {
    List<Target> targets = discovery.targets();
    Past past =
        Past.open(options.history(), tool.variables(), module.directory(), tool.console()::warn);
    RunReport checked = work.check(options, targets);
    outcome.found(checked.instances());
    Optional<ComparisonReport> comparison = compareSound(targets, checked);
    RunReport report = comparison.map(c -> checked.with(c.comparisons())).orElse(checked);
    Run run = Run.of(module.name(), report, work.environment(), options);
    List<Judgement> judgements = past.judge(run, Optional.of(discovery.subjects(module)));
    Reports.Written written = write(run, past, judgements);
    show(report, written);
    if (comparison.isPresent()) {
      CompareTask.publish(options.comparison(), comparison.get(), work.environment(), tool)
          .forEach(file -> outcome.wrote(List.of(file)));
    }
    Optional<Objection> contradiction = new ComparisonGate(written.html()).judge(report);
    outcome.object(contradiction);
    if (contradiction.isEmpty()) {
      // Figures that contradict each other are neither recorded nor judged.
      judge(run, past, judgements, written.html());
    }
  }

  private void judge(Run run, Past past, List<Judgement> judgements, Path html)
      throws BrokenRunException {
    past.show(judgements, tool.console());
    past.record(run, judgements).ifPresent(tool.console()::info);
    if (options.gate()) {
      outcome.object(
          new Gate(options.failOnBudget(), html)
              .judge(run.report().instances(), tool.console()::warn));
      outcome.object(past.objection(judgements));
    }
  }

  private Reports.Written write(Run run, Past past, List<Judgement> judgements)
      throws BrokenRunException {
    Path directory = options.run().outputDirectory();
    try {
      Reports.Written written =
          new Reports(directory, Map.of(module.name(), SourceTree.of(module)))
              .write(run, past.trends(run), judgements);
      outcome.wrote(written.files());
      if (options.summary()) {
        JobSummary.add(written.summary(), tool.variables(), tool.console()::warn);
      }
      return written;
    } catch (IOException e) {
      throw Reports.unwritable(directory, e);
    }
  }

  private void show(RunReport report, Reports.Written written) {
    Console console = tool.console();
    ConsoleSummary.lines(report.instances()).forEach(console::info);
    for (InstanceResult result : report.instances()) {
      FindingText.lines(result, written.trace(result).map(tool::replayCommand))
          .forEach(console::error);
      ConsoleSummary.unused(result).forEach(console::info);
      result.warnings().forEach(w -> console.warn(Gate.name(result) + ": " + w));
    }
    for (Path file : written.files()) {
      console.info((file.equals(written.html()) ? "Report: " : "        ") + file);
    }
  }

  /** Compares what could be checked: a mistake in a protocol needs no second telling. */
  private Optional<ComparisonReport> compareSound(List<Target> targets, RunReport checked)
      throws BrokenRunException {
    List<Target> sound = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (checked.instances().get(i).verdict() != Verdict.ERROR) {
        sound.add(targets.get(i));
      }
    }
    return options.compare().isEmpty() || sound.isEmpty()
        ? Optional.empty()
        : Optional.of(work.compare(options.comparison(), sound));
  }
}
