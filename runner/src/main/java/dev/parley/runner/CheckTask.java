package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
  private final Optional<List<DeclaredInstance>> chosen;
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
    this(tool, module, classes, options, Optional.empty());
  }

  private CheckTask(
      BuildTool tool,
      CheckedModule module,
      ModuleClasses classes,
      CheckOptions options,
      Optional<List<DeclaredInstance>> chosen) {
    this.tool = tool;
    this.module = module;
    this.classes = classes;
    this.options = options;
    this.work = new EngineWork(tool, module, classes);
    this.chosen = chosen;
  }

  /**
   * A check of exactly these instances, which somebody has chosen already, whatever the options
   * select.
   *
   * @param instances the instances, at least one
   */
  public CheckTask of(List<DeclaredInstance> instances) {
    return new CheckTask(tool, module, classes, options, Optional.of(List.copyOf(instances)));
  }

  /** Runs the check. */
  public RunOutcome run() {
    outcome.attempt(
        () -> {
          Discovery discovery =
              chosen.isPresent()
                  ? Discovery.of(chosen.get())
                  : Discovery.in(module, classes, options.run(), tool.console());
          outcome.object(discovery.objection());
          if (!discovery.targets().isEmpty()) {
            ShutdownDelay delay = new ShutdownDelay();
            try {
              check(discovery);
            } finally {
              delay.end();
            }
          } else if (discovery.found().isEmpty()
              || !OtherResults.isNarrow(options.run().selection())) {
            // A name that was mistyped, or that another module has, costs no results.
            leaveNothing(module, options.run().outputDirectory(), tool.console());
          }
        });
    return outcome.outcome();
  }

  /**
   * Removes the report of an earlier run from a module that has nothing to check now: it would pass
   * for current, here and in the common report of several modules.
   */
  public static void leaveNothing(CheckedModule module, Path directory, Console console) {
    try {
      if (Reports.remove(directory)) {
        console.warn(
            "The results of an earlier check of "
                + module.name()
                + " were removed: there is nothing to check any more.");
      }
    } catch (IOException e) {
      console.warn(
          "The results of an earlier check in "
              + directory
              + " are out of date and cannot be removed: "
              + e);
    }
  }

  private void check(Discovery discovery) throws BrokenRunException {
    List<Target> targets = discovery.targets();
    StaleClasses.warning(module, classes).ifPresent(tool.console()::warn);
    Past past =
        Past.open(options.history(), tool.variables(), module.directory(), tool.console()::warn);
    String started = EngineWork.now();
    OtherResults others =
        OtherResults.in(options.run().outputDirectory(), module, options.run().selection());
    try (Reuse reuse = Reuse.of(tool, module, classes, options, targets)) {
      RunReport checked;
      Announcer announcer = new Announcer(tool, module, options, targets);
      boolean interrupted;
      try (ResultJournal journal = journal(targets, started)) {
        checked = checked(reuse, journal, targets, started, announcer);
      } finally {
        // What was found is written even then; writing to a file fails in an interrupted thread.
        interrupted = Thread.interrupted();
      }
      try {
        announcer.rest(checked.instances());
        report(
            discovery,
            past,
            new Baselines(options, work, reuse, past, started),
            run -> others.addedTo(run, discovery.found(), reuse),
            checked);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Searches what has to be searched; the rest is as it was. */
  private RunReport checked(
      Reuse reuse, ResultJournal journal, List<Target> targets, String started, Announcer announcer)
      throws BrokenRunException {
    List<Target> open = reuse.toSearch(targets);
    if (open.isEmpty()) {
      return work.report(started, System.getProperty("java.version"), reuse.kept());
    }
    List<InstanceResult> before = new ArrayList<>(reuse.kept());
    RunReport searched =
        work.check(
            options,
            open,
            started,
            result -> {
              // With the first result the journal takes the place of what an earlier run has left.
              before.forEach(journal::add);
              before.clear();
              journal.add(result);
              reuse.arrived(result, started);
            },
            announcer);
    return searched.withInstances(reuse.merged(targets, searched.instances()));
  }

  private ResultJournal journal(List<Target> targets, String started) {
    Run empty =
        Run.of(
            module.name(),
            work.report(started, System.getProperty("java.version"), List.of()),
            work.environment(),
            options);
    return ResultJournal.begin(
        options.run().outputDirectory(),
        empty,
        new Run.Origin(module.name(), options.mode()),
        targets,
        tool.console()::warn);
  }

  private void report(
      Discovery discovery,
      Past past,
      Baselines baselines,
      UnaryOperator<Run> others,
      RunReport checked)
      throws BrokenRunException {
    outcome.found(checked.instances());
    if (checked.incomplete().isPresent() && checked.instances().isEmpty()) {
      // Nothing was found out: what an earlier run found stays as it is.
      show(checked, checked);
      outcome.object(IncompleteText.objection(checked));
      return;
    }
    Optional<ComparisonReport> comparison = compared(discovery.targets(), checked);
    boolean ended = checked.incomplete().isEmpty();
    RunReport report =
        comparison
            .map(c -> checked.with(c.comparisons()))
            .orElseGet(
                () -> ended ? checked.with(baselines.of(discovery.targets(), checked)) : checked);
    Run run = Run.of(module.name(), report, work.environment(), options);
    boolean complete = report.incomplete().isEmpty();
    List<Judgement> judgements =
        complete ? past.judge(run, Optional.of(discovery.subjects(module))) : List.of();
    Run all = others.apply(run);
    // Shown first: should the reports not be written, the findings are known all the same.
    show(report, all.report());
    Reports.Written written = write(run, all, past, judgements);
    list(written);
    outcome.object(IncompleteText.objection(report));
    if (comparison.isPresent()) {
      CompareTask.publish(options.comparison(), comparison.get(), work.environment(), tool)
          .forEach(file -> outcome.wrote(List.of(file)));
    }
    Optional<Objection> contradiction = new ComparisonGate(written.html()).judge(report);
    outcome.object(contradiction);
    if (contradiction.isEmpty()) {
      // Figures that contradict each other are neither recorded nor judged.
      judge(run, past, baselines, judgements, written.html());
    }
  }

  /** That modes cannot be compared costs no result of the check. */
  private Optional<ComparisonReport> compared(List<Target> targets, RunReport checked) {
    Optional<ComparisonReport> none = Optional.empty();
    if (checked.incomplete().isPresent()) {
      return none;
    }
    try {
      return compareSound(targets, checked);
    } catch (BrokenRunException e) {
      Thread.interrupted();
      outcome.attempt(
          () -> {
            throw e;
          });
      return none;
    }
  }

  private void judge(Run run, Past past, Baselines baselines, List<Judgement> judgements, Path html)
      throws BrokenRunException {
    past.show(judgements, tool.console());
    if (run.report().incomplete().isEmpty()) {
      past.record(run, judgements, baselines.toRecord(module.name()))
          .ifPresent(tool.console()::info);
    }
    if (options.gate()) {
      outcome.object(
          new Gate(options.failOnBudget(), options.failOnAssumedDecomposition(), html)
              .judge(run.report().instances(), tool.console()::warn));
      outcome.object(past.objection(judgements));
    }
  }

  /** Pages and files have the other results too; what it comes to is a matter of the run's own. */
  private Reports.Written write(Run run, Run all, Past past, List<Judgement> judgements)
      throws BrokenRunException {
    Path directory = options.run().outputDirectory();
    try {
      Reports.Written written =
          Reports.of(directory, module, run).write(all, past.trends(all), judgements);
      Files.deleteIfExists(directory.resolve(ResultJournal.FILE));
      outcome.wrote(written.files());
      noteForCodeHosts(run, directory);
      if (options.summary()) {
        JobSummary.add(written.summary(), tool.variables(), tool.console()::warn);
      }
      return written;
    } catch (IOException e) {
      // Whether there were findings must not depend on a disk.
      judgeUnwritten(run, directory);
      throw Reports.unwritable(directory, e);
    } catch (OutOfMemoryError e) {
      judgeUnwritten(run, directory);
      throw new BrokenRunException(
          "The reports do not fit into the heap of this process; raise it (for Maven,"
              + " MAVEN_OPTS=-Xmx2g). The results are in "
              + directory.resolve(ResultJournal.FILE)
              + ": `mvn parley:report` writes the reports from them.",
          e);
    }
  }

  private void noteForCodeHosts(Run run, Path directory) throws IOException {
    boolean gitHub = CodeHostNotes.onGitHub(tool.variables());
    boolean gitLab = CodeHostNotes.onGitLab(tool.variables());
    if (gitHub || gitLab) {
      CodeHostNotes notes =
          CodeHostNotes.of(
              Sarif.text(CappedValues.of(run), Map.of(module.name(), SourceTree.of(module))));
      if (gitHub && options.summary()) {
        notes.gitHub().forEach(tool::print);
      }
      if (gitLab) {
        notes.writeForGitLab(directory);
      }
    }
  }

  private void judgeUnwritten(Run run, Path directory) {
    if (options.gate()) {
      outcome.object(
          new Gate(
                  options.failOnBudget(),
                  options.failOnAssumedDecomposition(),
                  directory.resolve(Reports.HTML))
              .judge(run.report().instances(), tool.console()::warn));
    }
  }

  private void show(RunReport report, RunReport all) {
    Console console = tool.console();
    ConsoleSummary.styled(report.instances()).forEach(console::info);
    Map<String, Path> traces = Reports.traces(options.run().outputDirectory(), all);
    Run capped = CappedValues.of(Run.of(module.name(), report, work.environment(), options));
    for (InstanceResult result : capped.report().instances()) {
      Optional<Path> trace = Optional.ofNullable(traces.get(Gate.name(result)));
      FindingText.styled(result, trace.map(t -> Reproduction.replay(module, t, false)))
          .forEach(console::error);
      NotJudged.warnings(result).forEach(console::warn);
      result.warnings().forEach(w -> console.warn(Gate.name(result) + ": " + w));
    }
    ConsoleSummary.unexercised(report.instances()).forEach(console::warn);
    ConsoleSummary.remarks(report.instances()).forEach(console::info);
    report.incomplete().map(IncompleteText::sentence).ifPresent(console::error);
  }

  private void list(Reports.Written written) {
    for (Path file : written.files()) {
      tool.console().info((file.equals(written.html()) ? "Report: " : "        ") + file);
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
