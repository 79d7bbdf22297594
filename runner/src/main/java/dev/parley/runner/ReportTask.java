package dev.parley.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the reports of an earlier check again, from its results and without running anything. */
public final class ReportTask {
  private final Console console;
  private final CheckedModule module;
  private final ReportOptions options;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();
  private Optional<RunSummary> summary = Optional.empty();

  /**
   * A report that has yet to be written.
   *
   * @param console where to say what is wrong with the recorded past
   * @param module the module
   * @param options where results are and reports go
   */
  public ReportTask(Console console, CheckedModule module, ReportOptions options) {
    this.console = console;
    this.module = module;
    this.options = options;
  }

  /** Whether there is something to report. */
  public boolean hasResults() {
    return JsonReport.existsIn(options.results());
  }

  /** Writes the reports. */
  public RunOutcome run() {
    outcome.attempt(this::write);
    return outcome.outcome();
  }

  /** What a page of the build tool's own can show of the run; empty if it could not be read. */
  public Optional<RunSummary> summary() {
    return summary;
  }

  private void write() throws BrokenRunException {
    Run run = JsonReport.readFrom(options.results());
    Past past = Past.open(options.history(), Map.of(), module.directory(), console::warn);
    List<Judgement> judgements = past.judge(run);
    outcome.found(run.report().instances());
    summary = Optional.of(RunSummary.of(run, judgements));
    try {
      Reports reports = Reports.of(options.results(), module, run);
      boolean stopped = ResultJournal.existsIn(options.results());
      outcome.wrote(
          (stopped
                  ? reports.write(run, past.trends(run), judgements)
                  : reports.writeAgain(run, past.trends(run), judgements))
              .files());
      if (stopped) {
        Files.deleteIfExists(options.results().resolve(ResultJournal.FILE));
      }
      run.report().incomplete().map(IncompleteText::sentence).ifPresent(console::warn);
    } catch (IOException e) {
      throw Reports.unwritable(options.results(), e);
    }
  }
}
