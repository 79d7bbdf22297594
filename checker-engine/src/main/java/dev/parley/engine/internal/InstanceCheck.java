package dev.parley.engine.internal;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.lint.Fingerprint;
import dev.parley.engine.internal.lint.PurityLint;
import dev.parley.engine.internal.reduce.Observations;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Profile;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The check of one instance from lint to result: lints the byte code, searches, and, if something
 * was found, searches again with paths recorded to tell how it comes about.
 */
public final class InstanceCheck {
  /** How many states a search for a shorter counterexample may store, if the first stored fewer. */
  private static final long SHORTENING_STATES = 1_000_000;

  /** How many states are searched first for a violation that is near. */
  private static final long NEAR_STATES = 5_000;

  /** What a search that only measures may take in any case; small instances need not be bounded. */
  private static final long LEAST_TRIAL_MILLIS = 5_000;

  private static final long LEAST_TRIAL_BYTES = 16L << 20;

  private final Model model;
  private final SearchOptions options;
  private final WatchedListener listener;
  private final boolean tells;
  private final boolean inspects;
  private final List<String> warnings = new ArrayList<>();

  private StaticState statics = StaticState.none();
  private Participants participants;
  private AuxiliaryContent auxiliary;
  private StepRunner runner;
  private StateSpace space;

  /** The states that a path is made of: those of the last search, or of one to tell the path. */
  private StateSpace pathSpace;

  private final Observations known = new Observations();
  private Judges judges;
  private Figures figures = Figures.NONE;
  private Profile profile = Profile.NONE;
  private Runnable reinstall = () -> {};
  private List<AppliedReduction> reductions = List.of();
  private long started;
  private String fingerprint = "";
  private List<Violation.Seen> seen = List.of();

  /** A check that has not begun. */
  public InstanceCheck(Model model, SearchOptions options, ProgressListener listener) {
    this(model, options, listener, true, true);
  }

  private InstanceCheck(
      Model model,
      SearchOptions options,
      ProgressListener listener,
      boolean tells,
      boolean inspects) {
    this.model = model;
    this.options = options;
    this.listener = new WatchedListener(listener);
    this.tells = tells;
    this.inspects = inspects;
  }

  /** A check of an instance whose byte code was inspected in an earlier check. */
  public static InstanceCheck ofInspected(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener, true, false);
  }

  /** A check that ends with the first finding, without a search for how it comes about. */
  public static InstanceCheck withoutTrace(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener, false, true);
  }

  /**
   * Checks. Mistakes in the protocol are results, not exceptions, and so are failures of the engine
   * itself: a search that contradicts itself has no verdict. Only memory that runs out, and what
   * the listener throws, is thrown on.
   */
  public InstanceResult run() {
    try {
      return measured(checked());
    } catch (ProtocolException e) {
      return result(
          Verdict.ERROR, Optional.empty(), Optional.empty(), mistake(e, Optional.empty()));
    } catch (RuntimeException | Error e) {
      if (listener.threw(e) || Diagnosis.isOutOfMemory(e)) {
        throw e;
      }
      return failed(e);
    }
  }

  /** What failed may have left anything behind, so the result tells no more than that it did. */
  private InstanceResult failed(Throwable thrown) {
    Model.Description description = model.description();
    return new InstanceResult(
        description,
        Verdict.ERROR,
        Optional.empty(),
        options.describe(),
        options.exploration().budget(),
        figures,
        model.properties().stream()
            .map(
                p ->
                    new PropertyResult(
                        p.name(), p.description(), p.kind(), PropertyResult.Outcome.UNDECIDED, 0))
            .toList(),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        Optional.of(
            Diagnosis.of(
                thrown,
                description.protocolClass(),
                description.protocol() + " / " + description.instance())),
        warnings);
  }

  private InstanceResult checked() {
    statics = inspects ? lint() : StaticState.none();
    participants = new Participants(model);
    auxiliary = AuxiliaryContent.of(model, options.scrutiny().inference());
    Search search = statics.watching(this::searched);
    Optional<Found> found = search.found();
    if (found.flatMap(Found::mistake).isEmpty()) {
      // A breach that the search met is told with the steps that lead there.
      space.auditRest();
      judges.requireDecomposed();
    }
    if (space.auditLimited() || judges.auditLimited()) {
      warnings.add(
          "there are so many variants of auxiliary content that not all of them were checked to"
              + " make no difference");
    }
    if (found.isPresent()) {
      return told(search, found.get());
    }
    if (search.exhausted().isPresent()) {
      return result(
          Verdict.BUDGET_EXHAUSTED, search.exhausted(), Optional.empty(), Optional.empty());
    }
    return search.unreached().stream()
        .findFirst()
        .map(
            goal -> result(Verdict.VIOLATED, Optional.empty(), unreachable(goal), Optional.empty()))
        .orElseGet(
            () -> result(Verdict.VERIFIED, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  /**
   * Searches, again if properties looked at more than the reductions had reckoned with.
   *
   * @return the search whose result counts
   */
  private Search searched() {
    started = System.nanoTime();
    Optional<Search> ended = Optional.empty();
    while (ended.isEmpty()) {
      runner = new StepRunner(model, participants, options, auxiliary.applied());
      runner.watch(statics::afterExecution);
      space = new StateSpace(participants, runner, options);
      judges =
          new Judges(
              model.properties(), participants, space, runner, options.scrutiny().runTwice());
      Reductions installed = reduced(space, options);
      Search search = search(installed);
      if (installed.assumptionsHold()) {
        ended = Optional.of(search);
      }
    }
    return ended.get();
  }

  private Reductions reduced(StateSpace all, SearchOptions wanted) {
    return Reductions.install(
        model,
        participants,
        runner,
        all,
        judges,
        wanted,
        auxiliary.applied(),
        auxiliary.harmless(),
        known);
  }

  private Search search(Reductions installed) {
    Budget budget = options.exploration().budget();
    if (installed.selectNear(space)) {
      long states = Math.min(NEAR_STATES, budget.states().orElse(NEAR_STATES));
      Search near = search(installed, budget.withStates(states), true);
      if (near.found().isPresent()) {
        return near;
      }
      space.resetCounts();
      installed.select(space);
    }
    reinstall = () -> installed.select(space);
    return search(installed, budget, false);
  }

  private Search search(Reductions installed, Budget budget, boolean recordPaths) {
    SearchOptions left = options.withBudget(budget.after(spent()));
    Search search = new Search(space, judges, left, recordPaths, listener);
    try {
      search.run();
    } finally {
      figures = figures(search);
      profile = profile(search);
      reductions = installed.told();
    }
    return search;
  }

  /** How long it took so far: to prepare the search, to search, perhaps to search again. */
  private Duration spent() {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  private StaticState lint() {
    PurityLint.Report report = PurityLint.inspect(model);
    fingerprint = Fingerprint.of(report.fingerprint(), model.description());
    if (!report.findings().isEmpty()) {
      PurityLint.Finding first = report.findings().get(0);
      StringBuilder message = new StringBuilder(first.message());
      report.findings().stream()
          .skip(1)
          .forEach(f -> message.append("\n").append(f.place()).append(": ").append(f.message()));
      throw new ProtocolException(first.place(), message.toString());
    }
    report
        .assumptions()
        .forEach(a -> warnings.add(a.place() + " is assumed to be pure: " + a.reason()));
    report
        .unread()
        .forEach(name -> warnings.add("the byte code of " + name + " could not be inspected"));
    if (model.properties().isEmpty()) {
      warnings.add("no property is declared; only exceptions in steps can be found");
    }
    return StaticState.of(report.sharedConstants(), report.enums(), model.nodes());
  }

  /** Tells how what was found comes about, in as few steps as can be had. */
  private InstanceResult told(Search first, Found found) {
    pathSpace = space;
    Found told = tells ? shortest(first, found) : found;
    Optional<Trace> trace = tells ? shown(told) : Optional.empty();
    if (told.mistake().isPresent()) {
      return result(
          Verdict.ERROR, Optional.empty(), Optional.empty(), mistake(told.mistake().get(), trace));
    }
    return result(
        Verdict.VIOLATED, Optional.empty(), Optional.of(violation(told, trace)), Optional.empty());
  }

  private Optional<Trace> shown(Found told) {
    try {
      return Optional.of(trace(told));
    } catch (OutOfMemoryError e) {
      warnings.add("there was not enough memory left to show the steps; raise the heap");
      return Optional.empty();
    }
  }

  /**
   * A breadth-first search that records paths finds the same again, or something nearer. For a
   * depth-first search it is given up when it stores far more states than the first search did;
   * then the path on the stack is shown, without its detours.
   */
  private Found shortest(Search first, Found found) {
    boolean nearestFirst = options.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST;
    if (nearestFirst && !found.path().isEmpty() && !isTerminal(found)) {
      // It was found on the first look at what is near, which records the way.
      return found;
    }
    long enough = Math.max(SHORTENING_STATES, 2 * first.states());
    if (options.reduction().partialOrder().isPresent()) {
      Optional<Found> near = isTerminal(found) ? Optional.empty() : nearest(enough);
      if (near.isPresent()) {
        return near.get();
      }
      space.selectAll();
    }
    boolean complete = nearestFirst && options.reduction().partialOrder().isEmpty();
    Search second = recorded(complete ? Optional.empty() : Optional.of(enough));
    if (second.found().isEmpty() && found.path().isEmpty()) {
      // Too far for a search of all transitions: the reduced one found it, and finds it again.
      reinstall.run();
      second = recorded(Optional.empty());
    }
    return second.found().orElseGet(() -> withoutDetours(found));
  }

  /**
   * Searches with sets that keep violations near, and all that can be dropped dropped: a shortest
   * path takes no step without effect. Terminal states are not kept near, and may be further when
   * nothing is dropped.
   */
  private Optional<Found> nearest(long states) {
    SearchOptions wanted =
        options
            .withSelectivePush(false)
            .withOrder(ExplorationOptions.Order.BREADTH_FIRST)
            .withMemory(remembering())
            .withPartialOrder(
                options.reduction().partialOrder().map(p -> p.with(PartialOrder.Seed.NEAREST)))
            .withDeadMessages(true)
            .withBudget(budgetOf(Optional.of(states)));
    pathSpace = new StateSpace(participants, runner, wanted);
    judges.moveTo(pathSpace);
    Reductions installed = reduced(pathSpace, wanted);
    Search search = new Search(pathSpace, judges, wanted, true, ProgressListener.NONE);
    search.run();
    boolean certain = installed.assumptionsHold();
    Optional<Found> found = search.found().filter(f -> certain && !isTerminal(f));
    if (found.isEmpty()) {
      pathSpace = space;
      judges.moveTo(space);
    }
    return found;
  }

  private StoreOptions.Memory remembering() {
    return options.store().memory() == StoreOptions.Memory.NONE
        ? StoreOptions.Memory.FULL
        : options.store().memory();
  }

  private Budget budgetOf(Optional<Long> states) {
    return new Budget(
        states, Optional.empty(), Optional.empty(), options.exploration().budget().depth());
  }

  private static boolean isTerminal(Found found) {
    return found.property().filter(p -> p.kind() == Property.Kind.TERMINAL).isPresent();
  }

  /** A breadth-first search that records paths, with all that is known already. */
  private Search recorded(Optional<Long> states) {
    SearchOptions again =
        options
            .withSelectivePush(false)
            .withMemory(remembering())
            .withOrder(ExplorationOptions.Order.BREADTH_FIRST)
            .withBudget(budgetOf(states));
    Search search = new Search(space, judges, again, true, ProgressListener.NONE);
    search.run();
    return search;
  }

  /** Leaves out what a path does between a state and the last of its successors on the path. */
  private Found withoutDetours(Found found) {
    List<int[]> path = found.path();
    List<int[]> shorter = new ArrayList<>();
    int at = 0;
    while (at < path.size()) {
      shorter.add(path.get(at));
      int next = at + 1;
      for (int candidate = path.size() - 1; candidate > next; candidate--) {
        if (space.actionBetween(path.get(at), path.get(candidate)).isPresent()) {
          next = candidate;
        }
      }
      at = next;
    }
    return found.along(shorter);
  }

  /**
   * Takes the path once more on full states. If the property is true where it ends, then either
   * auxiliary content made the difference or the engine is wrong; neither may go unnoticed.
   */
  private Trace trace(Found found) {
    List<Action> actions = actions(found);
    Rerun rerun = new Rerun(model, participants, false, auxiliary.applied());
    List<Trace.NodeView> nodes = rerun.walk().nodes();
    List<Trace.TraceStep> steps = new ArrayList<>();
    for (Action action : actions) {
      steps.add(
          rerun
              .walk()
              .take(rerun.walk().translated(action, runner.messages()))
              .orElseThrow(() -> new IllegalStateException("a step of the path is not enabled")));
    }
    if (options.reduction().deadMessages() && isTerminal(found)) {
      for (Optional<Action> rest = rerun.anyAction(); rest.isPresent(); rest = rerun.anyAction()) {
        steps.add(rerun.walk().take(rest.get()).orElseThrow());
      }
    }
    found
        .property()
        .filter(property -> !rerun.violated().contains(property.name()))
        .ifPresent(InstanceCheck::failNotReproduced);
    seen = found.property().map(rerun::seen).orElse(List.of());
    return new Trace(nodes, steps);
  }

  /**
   * Tells what leaving out the inferred fields would save, by a search of its own. It stores no
   * more states and takes no more memory than the first did, and hardly more time: a check that
   * ended well must not fail for the sake of advice.
   */
  private InstanceResult measured(InstanceResult result) {
    boolean ended =
        result.verdict() == Verdict.VERIFIED || result.verdict() == Verdict.BUDGET_EXHAUSTED;
    if (!ended || !auxiliary.toBeMeasured()) {
      return result;
    }
    // Everything the first search knew is garbage from here on; the second needs the room.
    judges = null;
    space = null;
    runner = null;
    try {
      Search trial = trial();
      if (trial.found().isPresent()) {
        return result.with(result.decomposition(), List.of(remark(trial.found().get())));
      }
      return trial.exhausted().isPresent()
          ? result
          : result.with(result.decomposition().measured(trial.states()), List.of());
    } catch (OutOfMemoryError e) {
      // Then it takes too much memory, which is one way of not ending within the means.
      return result;
    }
  }

  /** The search that measures. Its progress is told: whoever watches must not think it is stuck. */
  private Search trial() {
    SearchOptions trial =
        options.withMemory(StoreOptions.Memory.RELEVANT).withBudget(trialBudget());
    StepRunner trialRunner = new StepRunner(model, participants, trial, auxiliary.fields());
    StateSpace trialSpace = new StateSpace(participants, trialRunner, trial);
    Judges trialJudges =
        new Judges(
            model.properties(), participants, trialSpace, trialRunner, trial.scrutiny().runTwice());
    Search search = new Search(trialSpace, trialJudges, trial, false, listener);
    search.run();
    return search;
  }

  private static String remark(Found found) {
    return found
        .mistake()
        .map(e -> "the inferred auxiliary fields could not be left out: " + e.getMessage())
        .orElse(
            "a search that leaves the inferred auxiliary fields out finds a violation within the"
                + " same budget; search with inference switched on to see it");
  }

  private Budget trialBudget() {
    return new Budget(
        Optional.of(Math.max(1, figures.states())),
        Optional.of(Duration.ofMillis(Math.max(LEAST_TRIAL_MILLIS, figures.millis()))),
        Optional.of(Math.max(LEAST_TRIAL_BYTES, figures.storeBytes())),
        options.exploration().budget().depth());
  }

  private static void failNotReproduced(Property property) {
    throw new ProtocolException(
        property.name(),
        "the property "
            + property.name()
            + " is false for one content of auxiliary fields and true for another; it must not"
            + " depend on content marked @Auxiliary");
  }

  private List<Action> actions(Found found) {
    List<Action> actions = new ArrayList<>();
    for (int i = 1; i < found.path().size(); i++) {
      actions.add(
          pathSpace
              .actionBetween(found.path().get(i - 1), found.path().get(i))
              .orElseThrow(() -> new IllegalStateException("a path has a gap")));
    }
    found
        .thrown()
        .ifPresent(
            t -> actions.add(pathSpace.action(t.source(), t.node(), t.event(), t.outcome())));
    return actions;
  }

  private Violation violation(Found found, Optional<Trace> trace) {
    if (found.property().isEmpty()) {
      String thrown =
          trace
              .flatMap(t -> t.steps().get(t.steps().size() - 1).exception())
              .map(text -> text.lines().findFirst().orElse(text))
              .orElse("an exception");
      return new Violation(
          Violation.EXCEPTION,
          Optional.empty(),
          "a step threw " + thrown + " after " + found.depth() + " steps",
          trace);
    }
    Property property = found.property().get();
    String where =
        property.kind() == Property.Kind.TERMINAL
            ? "no step is enabled and it is false, after "
            : "it is false after ";
    return new Violation(
        property.name(),
        Optional.of(property.kind()),
        where + found.depth() + (found.depth() == 1 ? " step" : " steps"),
        trace,
        seen);
  }

  private static Optional<Violation> unreachable(Property goal) {
    return Optional.of(
        new Violation(
            goal.name(),
            Optional.of(goal.kind()),
            "all reachable states were explored and it is true in none of them",
            Optional.empty()));
  }

  private static Optional<Mistake> mistake(ProtocolException e, Optional<Trace> trace) {
    StringWriter details = new StringWriter();
    if (e.getCause() != null) {
      e.getCause().printStackTrace(new PrintWriter(details));
    }
    return Optional.of(new Mistake(e.place(), e.getMessage(), details.toString(), trace));
  }

  private Figures figures(Search search) {
    return new Figures(
        search.states(),
        search.transitions(),
        search.greatestDepth(),
        search.terminalStates(),
        runner.handlerRuns(),
        runner.guardRuns(),
        judges.runs(),
        runner.localStates(),
        runner.messages().size(),
        search.bytes(),
        search.pushes(),
        search.peakStack(),
        spent().toMillis());
  }

  private Profile profile(Search search) {
    return new Profile(
        search.statesByDepth(),
        space.transitionsByAction().entrySet().stream()
            .map(entry -> new Profile.StepCount(entry.getKey(), entry.getValue()))
            .toList());
  }

  private InstanceResult result(
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      Optional<Violation> violation,
      Optional<Mistake> mistake) {
    return new InstanceResult(
        model.description(),
        verdict,
        exhausted,
        options.describe(),
        options.exploration().budget(),
        figures,
        model.properties().stream().map(p -> propertyResult(p, verdict, violation)).toList(),
        coverage(),
        auxiliary == null ? Decomposition.NONE : auxiliary.decomposition(),
        reductions,
        profile,
        fingerprint,
        violation,
        mistake,
        allWarnings());
  }

  private List<String> allWarnings() {
    List<String> all = new ArrayList<>(warnings);
    if (runner != null) {
      all.addAll(runner.catchAllWarnings());
    }
    return all;
  }

  private PropertyResult propertyResult(
      Property property, Verdict verdict, Optional<Violation> violation) {
    boolean goal = property.kind() == Property.Kind.REACHABLE;
    boolean explored =
        verdict == Verdict.VERIFIED
            || violation
                .flatMap(Violation::kind)
                .filter(Property.Kind.REACHABLE::equals)
                .isPresent();
    PropertyResult.Outcome outcome;
    if (violation.isPresent() && violation.get().property().equals(property.name())) {
      outcome = PropertyResult.Outcome.VIOLATED;
    } else if (goal && judges != null && judges.reached(property)) {
      outcome = PropertyResult.Outcome.HOLDS;
    } else if (explored) {
      outcome = goal ? PropertyResult.Outcome.VIOLATED : PropertyResult.Outcome.HOLDS;
    } else {
      outcome = PropertyResult.Outcome.UNDECIDED;
    }
    return new PropertyResult(
        property.name(),
        property.description(),
        property.kind(),
        outcome,
        judges == null ? 0 : judges.runs(property));
  }

  private Coverage coverage() {
    if (space == null) {
      return Coverage.NONE;
    }
    TreeMap<String, Boolean> handlers = space.handlersFired();
    List<Class<?>> sent = space.messages().types();
    return new Coverage(
        handlers.keySet().stream().filter(handlers::get).toList(),
        handlers.keySet().stream().filter(handler -> !handlers.get(handler)).toList(),
        sent.stream().map(Class::getSimpleName).sorted().distinct().toList(),
        model.types().stream()
            .flatMap(type -> type.handlers().stream())
            .filter(handler -> handler.kind() != Handler.Kind.STEP)
            .<Class<?>>map(Handler::messageType)
            .filter(type -> sent.stream().noneMatch(type::isAssignableFrom))
            .map(Class::getSimpleName)
            .sorted()
            .distinct()
            .toList(),
        model.properties().stream()
            .filter(property -> property.kind() == Property.Kind.TERMINAL)
            .filter(property -> judges == null || judges.runs(property) == 0)
            .map(Property::name)
            .toList());
  }
}
