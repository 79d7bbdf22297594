package dev.parley.runner;

import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the results of several modules together into one report, and judges them. */
public final class AggregateTask {
  private final Console console;
  private final AggregateOptions options;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();

  /**
   * A common report that has yet to be written.
   *
   * @param console where to say what the results are
   * @param options which results, and where to
   */
  public AggregateTask(Console console, AggregateOptions options) {
    this.console = console;
    this.options = options;
  }

  /** Writes the report and judges. */
  public RunOutcome run() {
    outcome.attempt(
        () -> {
          List<ModuleResults> modules = collect();
          if (!modules.isEmpty()) {
            report(modules);
          }
        });
    return outcome.outcome();
  }

  /** What a module has to contribute. */
  private record ModuleResults(CheckedModule module, Run run, Past past) {
    /** The same with a remark on every result. */
    ModuleResults with(String remark) {
      return new ModuleResults(
          module,
          run.withInstances(
              run.report().instances().stream()
                  .map(result -> result.with(result.decomposition(), List.of(remark)))
                  .toList()),
          past);
    }
  }

  private List<ModuleResults> collect() throws BrokenRunException {
    List<ModuleResults> modules = new ArrayList<>();
    for (AggregateOptions.Member member : options.modules()) {
      if (!JsonReport.existsIn(member.results())) {
        continue;
      }
      Run run = JsonReport.readFrom(member.results());
      if (run.report().instances().isEmpty() && run.report().incomplete().isPresent()) {
        outcome.object(
            Optional.of(
                Objection.broken(
                    member.module().name()
                        + ": "
                        + IncompleteText.sentence(run.report().incomplete().get()))));
      }
      // Without options it is a common report itself, of an earlier build.
      if (run.options().isPresent() && !run.report().instances().isEmpty()) {
        requireElsewhere(member);
        Path directory = member.module().directory();
        Past past = Past.open(member.history(), Map.of(), directory, console::warn);
        modules.add(new ModuleResults(member.module(), run, past));
      }
    }
    if (modules.isEmpty()) {
      nothingFound();
    }
    return withAges(modules);
  }

  /**
   * Says how old each module's results are, and marks those that this build, which wrote others,
   * did not write: a module that was not compiled or not checked may look verified and be broken.
   */
  private List<ModuleResults> withAges(List<ModuleResults> modules) {
    boolean written = modules.stream().anyMatch(this::ofThisBuild);
    List<ModuleResults> marked = new ArrayList<>();
    for (ModuleResults each : modules) {
      String startedAt = each.run.report().startedAt();
      String age = Quantity.age(Duration.between(Instant.parse(startedAt), Instant.now()));
      boolean stale = written && !ofThisBuild(each);
      String text = "results of " + startedAt + ", " + age + " old";
      if (stale) {
        console.warn(
            each.module.name()
                + ": "
                + text
                + ". This build did not write them: the module was not checked. They may not be"
                + " true any more.");
      } else {
        console.info(each.module.name() + ": " + text);
      }
      marked.add(
          stale
              ? each.with(
                  "This is of an earlier build ("
                      + startedAt
                      + "). The build that wrote this report checked other modules and not this"
                      + " one, so it may not be true any more.")
              : each);
    }
    return marked;
  }

  /** Runs are dated in whole seconds. */
  private boolean ofThisBuild(ModuleResults results) {
    return !Instant.parse(results.run.report().startedAt())
        .isBefore(options.buildStarted().truncatedTo(ChronoUnit.SECONDS));
  }

  private void nothingFound() {
    List<String> places =
        options.modules().stream()
            .map(member -> member.results().getFileName().toString())
            .distinct()
            .toList();
    outcome.failOrMention(
        options.failIfNothingFound(),
        "There is nothing to report: no module has results in its build directory under "
            + String.join(", ", places)
            + ". `mvn parley:check` writes them.",
        console);
  }

  /** A module's own report is not to be replaced by the common one. */
  private void requireElsewhere(AggregateOptions.Member member) throws BrokenRunException {
    Path own = member.results().toAbsolutePath().normalize();
    if (own.equals(options.directory().toAbsolutePath().normalize())) {
      throw new BrokenRunException(
          "The common report would replace that of "
              + member.module().name()
              + " in "
              + member.results()
              + ". Name another directory with <aggregateDirectory> or"
              + " -Dparley.aggregate.directory.");
    }
  }

  private void report(List<ModuleResults> modules) throws BrokenRunException {
    CommonRun common = new CommonRun(modules.stream().map(ModuleResults::run).toList());
    Run run = common.of(options.title());
    List<Judgement> judgements = new ArrayList<>();
    List<Trends.Series> trends = new ArrayList<>();
    for (ModuleResults each : modules) {
      List<Judgement> own = each.past.judge(each.run);
      each.past.show(own, console);
      judgements.addAll(own);
      trends.addAll(common.renamed(each.run, each.past.trends(each.run)));
    }
    outcome.found(run.report().instances());
    Path html = write(modules, run, new Trends(trends), judgements);
    ConsoleSummary.styled(run.report().instances()).forEach(console::info);
    console.info("Report: " + html);
    outcome.object(IncompleteText.objection(run.report()));
    outcome.object(new ComparisonGate(html).judge(run.report()));
    outcome.object(
        new Gate(options.failOnBudget(), options.failOnAssumedDecomposition(), html)
            .judge(run.report().instances(), console::warn));
    outcome.object(worse(modules, judgements));
  }

  /** What is worse than recorded, in the modules where that is not intended. */
  private static Optional<Objection> worse(
      List<ModuleResults> modules, List<Judgement> judgements) {
    return modules.stream().allMatch(m -> m.past.accepting())
        ? Optional.empty()
        : HistoryGate.objection(
            judgements, modules.stream().map(m -> m.past.file().toString()).distinct().toList());
  }

  private Path write(
      List<ModuleResults> modules, Run run, Trends trends, List<Judgement> judgements)
      throws BrokenRunException {
    try {
      Map<String, SourceTree> sources = new HashMap<>();
      for (ModuleResults each : modules) {
        sources.put(each.module.name(), SourceTree.of(each.module));
      }
      Reports reports = new Reports(options.directory(), sources);
      modules.forEach(each -> reports.with(each.module, each.run));
      Reports.Written written = reports.write(run, trends, judgements);
      outcome.wrote(written.files());
      return written.html();
    } catch (IOException e) {
      throw Reports.unwritable(options.directory(), e);
    }
  }
}
