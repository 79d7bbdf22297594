package dev.parley.runner;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Judges the results that an earlier check left, without running anything. */
public final class GateTask {
  private final Console console;
  private final CheckedModule module;
  private final GateOptions options;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();

  /**
   * A judgement that has yet to be made.
   *
   * @param console where to say what it is
   * @param module the module
   * @param options how to judge
   */
  public GateTask(Console console, CheckedModule module, GateOptions options) {
    this.console = console;
    this.module = module;
    this.options = options;
  }

  /** Judges. */
  public RunOutcome run() {
    if (JsonReport.existsIn(options.results())) {
      outcome.attempt(this::judge);
    } else {
      String message =
          "There is nothing to judge: no results in "
              + options.results()
              + ". `mvn parley:check` writes them.";
      outcome.failOrMention(options.failIfNothingFound(), message, console);
    }
    return outcome.outcome();
  }

  private void judge() throws BrokenRunException {
    Run run = JsonReport.readFrom(options.results());
    Past past = Past.open(options.history(), Map.of(), module.directory(), console::warn);
    outcome.found(run.report().instances());
    ConsoleSummary.styled(run.report().instances()).forEach(console::info);
    List<Judgement> judgements = past.judge(run);
    past.show(judgements, console);
    Path html = options.results().resolve(Reports.HTML);
    outcome.object(IncompleteText.objection(run.report()));
    outcome.object(new ComparisonGate(html).judge(run.report()));
    outcome.object(
        new Gate(options.failOnBudget(), options.failOnAssumedDecomposition(), html)
            .judge(run.report().instances(), console::warn));
    outcome.object(past.objection(judgements));
  }
}
