package dev.parley.report;

import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The page of one instance: verdict, figures, properties, coverage, counterexample. */
final class InstancePage {
  private InstancePage() {}

  /**
   * What {@code instance.ftlh} shows.
   *
   * @param title what the run checked
   * @param run versions and time
   * @param subject which instance this is
   * @param finding what was found
   * @param exploration what was searched to find it
   * @param scrutiny what was looked at, and how often
   * @param reproduction how to reproduce it
   * @param past what was found before
   * @param neighbours the instances before and after this one
   */
  public record View(
      String title,
      IndexPage.Run run,
      Subject subject,
      Finding finding,
      Exploration exploration,
      Scrutiny scrutiny,
      Reproduction reproduction,
      Past past,
      Neighbours neighbours) {}

  /**
   * The instances before and after this one, in the order of the run.
   *
   * @param previous the one before, if there is one
   * @param next the one after, if there is one
   */
  public record Neighbours(Optional<IndexPage.Link> previous, Optional<IndexPage.Link> next) {}

  /**
   * Which instance this is.
   *
   * @param protocol the protocol's name
   * @param protocolClass the annotated class
   * @param about what the protocol is, maybe empty
   * @param instance the instance's name
   * @param parameters what its values mean, maybe empty
   * @param tags its tags
   * @param surroundings the network and the faults; empty if they are as usual
   */
  public record Subject(
      String protocol,
      String protocolClass,
      String about,
      String instance,
      String parameters,
      List<String> tags,
      String surroundings) {}

  /**
   * What was found.
   *
   * @param verdict the verdict
   * @param expectation whether that was declared
   * @param meaning the verdict in sentences
   * @param facts the figures that matter most
   * @param warnings further remarks
   * @param mistake why there is no verdict
   * @param claim what is violated, and by which values
   * @param trace the steps to the violation or mistake
   * @param otherViews the same steps seen in other ways
   * @param breaking the smallest sets of faults that break a property
   */
  public record Finding(
      Badge.View verdict,
      Badge.View expectation,
      List<String> meaning,
      List<Figure> facts,
      List<String> warnings,
      Optional<MistakeView> mistake,
      Optional<Claim.View> claim,
      Optional<TracePanel.View> trace,
      OtherViews otherViews,
      List<BreakingView> breaking) {}

  /**
   * The steps of a counterexample, seen in other ways.
   *
   * @param history the recorded operations, if the violation is about these
   * @param rounds the steps round by round, if messages belong to rounds
   */
  public record OtherViews(
      Optional<TimelinePanel.View> history, Optional<RoundPanel.View> rounds) {}

  /**
   * A smallest set of faults that breaks a property.
   *
   * @param faults the faults, in words
   * @param property what breaks
   * @param shownAbove whether its steps are the counterexample of the page
   * @param trace a shortest way there, if it was found and is not shown above
   * @param replay the command that replays it, maybe empty
   */
  public record BreakingView(
      String faults,
      String property,
      boolean shownAbove,
      Optional<TracePanel.View> trace,
      String replay) {}

  /**
   * What was searched.
   *
   * @param search what ran
   * @param explored what that means
   * @param gauges the bounds in force
   * @param figures how much was explored
   * @param depths how many states at which distance, if that is known
   * @param steps which handlers were taken how often; empty if that is not known
   * @param walks what random walks covered by when, if they took the place of a search
   * @param comparison what other search modes did, if they were compared
   * @param reductions what was asked for, and whether it applies
   * @param symmetry what symmetry saved and cost, if it was made use of
   */
  public record Exploration(
      String search,
      List<String> explored,
      List<BudgetUse.Gauge> gauges,
      List<Figure> figures,
      Optional<DepthProfile.View> depths,
      List<StepMix.Row> steps,
      Optional<WalkPanel.View> walks,
      Optional<ComparisonTable.View> comparison,
      List<AppliedReduction> reductions,
      Optional<SymmetryPanel.View> symmetry) {}

  /**
   * What was looked at.
   *
   * @param properties each property's outcome
   * @param coverage what was exercised
   * @param auxiliary what was or could be left out of the relevant state
   * @param silencedCalls the methods of loggers whose calls did nothing
   * @param programs what was asked of external programs, a sentence each
   */
  public record Scrutiny(
      List<PropertyRow> properties,
      List<Covered> coverage,
      Optional<Auxiliary> auxiliary,
      List<String> silencedCalls,
      List<String> programs) {}

  /**
   * How to reproduce what was found.
   *
   * @param commands what to type
   * @param test the counterexample as a JUnit test
   */
  public record Reproduction(List<Command> commands, Optional<TestSource> test) {}

  /**
   * What was found before.
   *
   * @param trend the recorded past, if there is one
   * @param href the page of the whole protocol's past, maybe empty
   */
  public record Past(Optional<TrendPage.Tracked> trend, String href) {}

  /**
   * Something to type where the build is started.
   *
   * @param purpose what it does
   * @param line the command
   */
  public record Command(String purpose, String line) {}

  /**
   * The counterexample as a JUnit test.
   *
   * @param name its file's name
   * @param href its file, relative to this page
   * @param source its text
   */
  public record TestSource(String name, String href, String source) {}

  /**
   * One figure.
   *
   * @param name what it counts
   * @param value the number
   */
  public record Figure(String name, String value) {}

  /**
   * One property.
   *
   * @param name its name
   * @param description what it says, maybe empty
   * @param demand when it must hold
   * @param outcome what was found
   * @param evaluations how often it ran
   * @param exercised whether it ran at all
   */
  public record PropertyRow(
      String name,
      String description,
      String demand,
      Badge.View outcome,
      String evaluations,
      boolean exercised) {}

  /**
   * What was exercised of one kind of thing.
   *
   * @param kind the kind
   * @param summary how many of how many
   * @param lack what is wrong with the missing ones: {@code never fired}
   * @param missing those never exercised
   * @param exercised the others
   */
  public record Covered(
      String kind, String summary, String lack, List<String> missing, List<String> exercised) {}

  /**
   * The auxiliary fields of nodes.
   *
   * @param declared those marked, by name
   * @param inferred those the byte code shows
   * @param advice what the inferred ones save or would save, maybe empty
   * @param soundness how it is known that they make no difference, maybe empty
   */
  public record Auxiliary(
      List<String> declared,
      List<Decomposition.Inferred> inferred,
      String advice,
      String soundness) {}

  /**
   * Why there is no verdict.
   *
   * @param place class and member
   * @param message cause and remedy
   * @param details a stack trace or comparison, maybe empty
   */
  public record MistakeView(String place, String message, String details) {}

  /**
   * Prepares the page.
   *
   * @param report the run
   * @param trends the past
   * @param files the files of all instances
   * @param entry the instance and its files
   * @param sources the code of handlers
   * @param commands what to type to see it again
   */
  static View of(
      RunReport report,
      Trends trends,
      ReportFiles files,
      ReportFiles.Entry entry,
      Sources sources,
      ReproduceCommands commands) {
    InstanceResult result = entry.result();
    return new View(
        report.title(),
        IndexPage.run(report),
        subject(result),
        finding(report, entry, sources, commands),
        exploration(report, result),
        new Scrutiny(
            result.properties().stream().map(p -> property(p, result.coverage())).toList(),
            coverage(result),
            auxiliary(result),
            result.basis().silencedCalls(),
            result.basis().peers().stream().map(PeerUse::text).toList()),
        new Reproduction(commands(entry, commands), test(entry)),
        new Past(
            TrendPage.track(report, result, trends, "trend", ""),
            entry.trend().map(href -> "../" + href).orElse("")),
        new Neighbours(neighbour(files, entry, -1), neighbour(files, entry, 1)));
  }

  private static Optional<IndexPage.Link> neighbour(
      ReportFiles files, ReportFiles.Entry entry, int distance) {
    int at = files.entries().indexOf(entry) + distance;
    return at < 0 || at >= files.entries().size()
        ? Optional.empty()
        : Optional.of(link(files.entries().get(at)));
  }

  private static IndexPage.Link link(ReportFiles.Entry entry) {
    Model.Description description = entry.result().description();
    return new IndexPage.Link(
        description.protocol() + " / " + description.instance(), "../" + entry.page());
  }

  private static Subject subject(InstanceResult result) {
    Model.Description description = result.description();
    return new Subject(
        description.protocol(),
        description.protocolClass(),
        description.about(),
        description.instance(),
        description.parameters().orElse(""),
        description.tags(),
        result.surroundings().text());
  }

  private static Finding finding(
      RunReport report, ReportFiles.Entry entry, Sources sources, ReproduceCommands commands) {
    InstanceResult result = entry.result();
    return new Finding(
        Badge.of(result),
        Badge.expectation(result),
        Meaning.of(result),
        facts(report, result),
        result.warnings(),
        result.error().map(m -> new MistakeView(m.place(), m.message(), m.details())),
        result.violation().map(violation -> Claim.of(result, violation)),
        trace(result, sources),
        new OtherViews(result.violation().flatMap(TimelinePanel::of), RoundPanel.of(result)),
        breaking(entry, commands));
  }

  private static List<BreakingView> breaking(ReportFiles.Entry entry, ReproduceCommands commands) {
    InstanceResult result = entry.result();
    Optional<Trace> shown = result.violation().flatMap(Violation::trace);
    List<BreakingView> views = new ArrayList<>();
    for (BreakingFaults breaking : result.breakingFaults()) {
      boolean above = breaking.trace().isPresent() && breaking.trace().equals(shown);
      String end = endOf(result, breaking);
      String file = FileNames.ofBreakingFaults(entry.trace(), views.size() + 1);
      views.add(
          new BreakingView(
              breaking.faults().isEmpty() ? "no fault at all" : breaking.text(),
              breaking.property(),
              above,
              above ? Optional.empty() : breaking.trace().map(t -> TracePanel.of(t, end)),
              breaking.trace().isPresent() ? commands.replay(result, file, false) : ""));
    }
    return views;
  }

  private static Exploration exploration(RunReport report, InstanceResult result) {
    return new Exploration(
        result.search(),
        Meaning.explored(result),
        BudgetUse.gauges(result),
        figures(result.figures()),
        DepthProfile.of(result.profile()),
        StepMix.of(result.profile()),
        WalkPanel.of(result),
        report.comparison(result).map(c -> ComparisonTable.of(c, "comparison")),
        result.reductions(),
        SymmetryPanel.of(result));
  }

  private static Optional<TestSource> test(ReportFiles.Entry entry) {
    return entry
        .testClass()
        .map(
            name ->
                new TestSource(
                    name + ".java",
                    "../" + entry.test().get(),
                    ReproducingTest.of(
                        entry.result(), ReproducingTest.trace(entry.result()).get(), name)));
  }

  private static List<Command> commands(ReportFiles.Entry entry, ReproduceCommands commands) {
    InstanceResult result = entry.result();
    List<Command> shown = new ArrayList<>();
    shown.add(new Command("Check this instance again", commands.check(result)));
    if (ReproducingTest.trace(result).isPresent()) {
      shown.add(new Command("Replay these steps", commands.replay(result, entry.trace(), false)));
      shown.add(
          new Command(
              "Replay them in a debugger at port 5005",
              commands.replay(result, entry.trace(), true)));
    }
    return shown;
  }

  private static Optional<TracePanel.View> trace(InstanceResult result, Sources sources) {
    Optional<TracePanel.View> violation =
        result
            .violation()
            .flatMap(
                v ->
                    v.trace()
                        .map(
                            trace ->
                                TracePanel.of(
                                    trace, endOf(v, trace), context(result, v, trace, sources))));
    return violation.or(
        () ->
            result
                .error()
                .flatMap(Mistake::trace)
                .map(trace -> TracePanel.of(trace, "The mistake shows up here")));
  }

  private static TracePanel.Context context(
      InstanceResult result, Violation violation, Trace trace, Sources sources) {
    return new TracePanel.Context(
        result.description().protocolClass(),
        sources,
        violation.survey(),
        Causes.of(trace, violation),
        violation.property(),
        result.properties().stream()
            .collect(Collectors.toMap(PropertyResult::name, PropertyResult::kind, (a, b) -> a)));
  }

  private static String endOf(Violation violation, Trace trace) {
    if (violation.property().equals(Violation.EXCEPTION)) {
      return "The step fails here";
    }
    if (violation.kind().filter(Property.Kind::isLiveness).isPresent()) {
      return endOfRun(violation.property(), violation.kind().get(), trace);
    }
    String place = trace.steps().isEmpty() ? "the initial state" : "this state";
    return violation.property() + " does not hold in " + place;
  }

  private static String endOf(InstanceResult result, BreakingFaults breaking) {
    if (breaking.property().equals(Violation.EXCEPTION)) {
      return "The step fails here";
    }
    Optional<Property.Kind> kind =
        result.properties().stream()
            .filter(property -> property.name().equals(breaking.property()))
            .map(PropertyResult::kind)
            .filter(Property.Kind::isLiveness)
            .findFirst();
    return kind.isPresent() && breaking.trace().isPresent()
        ? endOfRun(breaking.property(), kind.get(), breaking.trace().get())
        : breaking.property() + " does not hold in this state";
  }

  /** How a run goes on that shows what happens in the end. */
  private static String endOfRun(String property, Property.Kind kind, Trace trace) {
    if (kind == Property.Kind.POSSIBLE) {
      return property + " is out of reach from here";
    }
    int last = trace.steps().size();
    String broken =
        property + (kind == Property.Kind.FORMULA ? " is not true of this run" : " stays false");
    return trace
        .loop()
        .map(
            first ->
                (first == last
                        ? "Step " + first + " repeats for ever"
                        : "Steps " + first + " to " + last + " repeat for ever")
                    + ", and "
                    + broken)
        .orElse("Nothing more needs to happen, and " + broken);
  }

  private static List<Figure> facts(RunReport report, InstanceResult result) {
    Figures figures = result.figures();
    List<Figure> facts = new ArrayList<>();
    facts.add(new Figure("States", Numerals.count(figures.states())));
    facts.add(new Figure("Transitions", Numerals.count(figures.transitions())));
    facts.add(new Figure("Depth", Numerals.count(figures.depth())));
    facts.add(new Figure("Time", Numerals.millis(figures.millis())));
    Savings.reduced(report, result)
        .ifPresent(
            reduced -> {
              Reduction saved = reduced.over(PresentPoint.BASELINE).orElseThrow();
              ModeResult plain = Savings.plain(report, result).orElseThrow();
              facts.add(new Figure("States saved", Savings.states(saved, plain)));
              facts.add(new Figure("Time saved", Savings.time(saved, plain)));
            });
    return facts;
  }

  private static List<Figure> figures(Figures figures) {
    return List.of(
        new Figure("States per second", Numerals.rate(figures)),
        new Figure("Bytes per state", Numerals.decimal(figures.bytesPerState())),
        new Figure("Terminal states", Numerals.count(figures.terminalStates())),
        new Figure("Local states", Numerals.count(figures.localStates())),
        new Figure("Messages", Numerals.count(figures.messages())),
        new Figure("Runs of user code", Numerals.count(figures.userCodeRuns())));
  }

  private static PropertyRow property(PropertyResult property, Coverage coverage) {
    return new PropertyRow(
        property.name(),
        property.description(),
        demand(property.kind()),
        Badge.of(property.outcome()),
        Numerals.count(property.evaluations()),
        exercised(property, coverage));
  }

  private static boolean exercised(PropertyResult property, Coverage coverage) {
    return property.evaluations() > 0
        && !coverage.propertiesNeverExercised().contains(property.name());
  }

  private static String demand(Property.Kind kind) {
    return switch (kind) {
      case INVARIANT -> "in every reachable state";
      case TERMINAL -> "in every terminal state";
      case REACHABLE -> "in at least one reachable state";
      case EVENTUALLY -> "at some time in every fair run";
      case RECURRING -> "again and again in every fair run";
      case LEADS_TO -> "in every fair run, then or later whenever its condition holds";
      case POSSIBLE -> "in some state that can be reached from each reachable state";
      case FORMULA -> "of every fair run, from its beginning on";
    };
  }

  private static List<Covered> coverage(InstanceResult result) {
    Coverage coverage = result.coverage();
    List<String> judged = new ArrayList<>();
    List<String> unjudged = new ArrayList<>();
    for (PropertyResult property : result.properties()) {
      (exercised(property, coverage) ? judged : unjudged).add(property.name());
    }
    return List.of(
        covered("Handlers", "fired", coverage.handlersNeverFired(), coverage.handlersFired()),
        covered("Message types", "sent", coverage.messagesNeverSent(), coverage.messagesSent()),
        covered("Properties", "exercised", unjudged, judged));
  }

  private static Covered covered(
      String kind, String verb, List<String> missing, List<String> exercised) {
    int all = missing.size() + exercised.size();
    String summary = all == 0 ? "none" : exercised.size() + " of " + all + " " + verb;
    return new Covered(kind, summary, "never " + verb, missing, exercised);
  }

  private static Optional<Auxiliary> auxiliary(InstanceResult result) {
    Decomposition decomposition = result.decomposition();
    boolean any =
        !decomposition.declared().isEmpty()
            || !decomposition.inferred().isEmpty()
            || decomposition.soundness().isPresent();
    return any
        ? Optional.of(
            new Auxiliary(
                decomposition.declared(),
                decomposition.inferred(),
                advice(result, decomposition),
                decomposition
                    .soundness()
                    .map(s -> (soundness(decomposition) + s.reason()).strip())
                    .orElse("")))
        : Optional.empty();
  }

  private static String soundness(Decomposition decomposition) {
    return "That auxiliary content makes no difference " + Meaning.restsOn(decomposition) + ". ";
  }

  private static String advice(InstanceResult result, Decomposition decomposition) {
    if (decomposition.inferred().isEmpty()) {
      return "";
    }
    if (decomposition.applied()) {
      return "This search treated the inferred fields as auxiliary.";
    }
    long states = result.figures().states();
    return decomposition
        .statesWithInferred()
        .map(
            fewer ->
                fewer < states
                    ? "Marking the inferred fields @Auxiliary leaves "
                        + Numerals.count(fewer)
                        + " of "
                        + Numerals.count(states)
                        + " states."
                    : "Marking the inferred fields @Auxiliary saves no states here.")
        .orElse(
            "What marking the inferred fields @Auxiliary would save was not measured: that takes a"
                + " search that finds no violation and needs no more states, time or memory than this one.");
  }
}
