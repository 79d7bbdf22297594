package dev.parley.engine.reference;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.Decomposition.Basis;
import dev.parley.engine.result.Decomposition.Soundness;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What the naive checker knows of an instance, and what follows from it for the engine.
 *
 * <ul>
 *   <li>Without a bound of depth, the verdict is the same in every mode. With one, a breadth-first
 *       search of all full states must come to what the naive checker finds within the bound. Any
 *       other search reaches states by other ways, and may say either that its budget is exhausted
 *       or what is true without a bound.
 *   <li>If auxiliary content makes a difference, that is a mistake in the protocol. A search on
 *       relevant states must find it, or say that what it rests on is assumed. Nothing then follows
 *       for its verdict, but that a trace it shows is one of the protocol's. It may also come upon
 *       a violation before it has seen the mistake. Never is it proven that there is none.
 *   <li>Searches that leave nothing out count exactly the states, transitions and terminal states
 *       there are, full or relevant. A reduced search counts no more states. It meets all terminal
 *       states, or, where messages are dropped, some if there are any.
 *   <li>A violation is one of those there are. Its trace, walked by the naive checker, breaks that
 *       property. Of a breadth-first search that leaves nothing out, the trace is shortest.
 * </ul>
 *
 * @param whole the result without a bound of depth
 * @param bounded the result within the bound, or the same if there is none
 * @param breach how auxiliary content makes a difference, if it does
 * @param depth the bound of depth
 */
record Agreement(
    NaiveResult whole, NaiveResult bounded, Optional<String> breach, OptionalInt depth) {

  /** Explores an instance, without a bound of depth and within it. */
  static Agreement of(Supplier<Model> model, int states, OptionalInt depth) {
    return of(model, states, depth, (s, e, c) -> {});
  }

  /** The same under the eyes of an observer. */
  static Agreement of(
      Supplier<Model> model, int states, OptionalInt depth, NaiveChecker.Observer observer) {
    NaiveChecker.Limits limits = NaiveChecker.Limits.ofStates(states);
    Model first = model.get();
    NaiveAudit audit = new NaiveAudit(new NaiveSteps(first), first.properties());
    NaiveResult whole =
        NaiveChecker.check(
            first,
            limits,
            (state, enabled, cut) -> {
              audit.expanded(state, enabled, cut);
              observer.expanded(state, enabled, cut);
            });
    NaiveResult bounded =
        depth.isEmpty()
            ? whole
            : NaiveChecker.check(model.get(), limits.withDepth(depth.getAsInt()), (s, e, c) -> {});
    return new Agreement(whole, bounded, audit.breach(), depth);
  }

  /** Whether the instance was small enough to be explored. */
  boolean isKnown() {
    return whole.verdict() != Verdict.BUDGET_EXHAUSTED;
  }

  /**
   * In what a result contradicts the naive checker.
   *
   * @param model gives the instance anew
   * @param options how the engine searched; the bound of depth must be this one's
   * @param result what it found
   * @return a line each; empty if they agree
   */
  List<String> contradictions(Supplier<Model> model, SearchOptions options, InstanceResult result) {
    List<String> lines = new ArrayList<>();
    if (breach.isPresent() && options.store().memory() == Memory.RELEVANT) {
      compareBreach(model, options, result, lines);
      return lines;
    }
    Set<Verdict> right = verdicts(options);
    if (!right.contains(result.verdict())) {
      lines.add(
          "verdict %s, not %s%s"
              .formatted(result.verdict(), right, result.error().map(Agreement::text).orElse("")));
    } else if (result.verdict() == Verdict.VIOLATED) {
      compareViolations(model, options, result.violation().orElseThrow(), lines);
    } else if (result.verdict() == Verdict.VERIFIED) {
      compareCounts(options, result.figures(), lines);
    }
    return lines;
  }

  private void compareBreach(
      Supplier<Model> model, SearchOptions options, InstanceResult result, List<String> lines) {
    Optional<Basis> basis = result.decomposition().soundness().map(Soundness::basis);
    if (basis.equals(Optional.of(Basis.PROVEN))) {
      lines.add("proven, although " + breach.orElseThrow());
    }
    boolean shown = result.violation().flatMap(Violation::trace).isPresent();
    if (shown) {
      compareViolations(model, options, result.violation().orElseThrow(), lines);
    } else if (isConclusive(result) && !result.decomposition().isAssumed()) {
      lines.add("%s, %s, although %s".formatted(result.verdict(), basis, breach.orElseThrow()));
    }
  }

  /** Whether the verdict is about all states. */
  private static boolean isConclusive(InstanceResult result) {
    return result.verdict() == Verdict.VERIFIED || result.verdict() == Verdict.VIOLATED;
  }

  private static String text(Mistake mistake) {
    return ": " + mistake.place() + ": " + mistake.message();
  }

  private Set<Verdict> verdicts(SearchOptions options) {
    if (whole.verdict() == Verdict.ERROR) {
      // A mistake beyond a bound, or behind a violation, need not be met.
      boolean bounded = depth.isPresent() || options.store().memory() == Memory.NONE;
      return bounded || !whole.violations().isEmpty()
          ? EnumSet.complementOf(EnumSet.of(Verdict.VERIFIED))
          : EnumSet.of(Verdict.ERROR);
    }
    Set<Verdict> right = EnumSet.of(whole.verdict());
    if (depth.isPresent()) {
      if (isPlain(options) && options.store().memory() == Memory.FULL && isNearestFirst(options)) {
        return EnumSet.of(bounded.verdict());
      }
      right.add(Verdict.BUDGET_EXHAUSTED);
    }
    if (options.store().memory() == Memory.NONE) {
      right.add(Verdict.BUDGET_EXHAUSTED);
    }
    return right;
  }

  private static boolean isPlain(SearchOptions options) {
    return !options.reduction().any() && !options.reduction().seeksSymmetry();
  }

  private static boolean isNearestFirst(SearchOptions options) {
    return options.exploration().order() == Order.BREADTH_FIRST;
  }

  private void compareViolations(
      Supplier<Model> model, SearchOptions options, Violation violation, List<String> lines) {
    OptionalInt least = whole.violations().get(violation.property());
    if (least == null) {
      lines.add("%s is violated, not %s".formatted(violation.property(), whole.violations()));
      return;
    }
    List<Trace.TraceStep> steps = violation.trace().map(Trace::steps).orElse(List.of());
    if (violation.trace().isPresent() != least.isPresent()) {
      lines.add("the violation of %s has %d steps".formatted(violation.property(), steps.size()));
      return;
    }
    if (least.isEmpty()) {
      return;
    }
    int shortest = whole.shortestViolation().getAsInt();
    boolean mustBeShortest = !options.reduction().any() && isNearestFirst(options);
    if (mustBeShortest ? steps.size() != shortest : steps.size() < least.getAsInt()) {
      lines.add(
          "%s is violated by %d steps; it takes %d, the nearest violation %d"
              .formatted(violation.property(), steps.size(), least.getAsInt(), shortest));
    }
    if (depth.isPresent() && steps.size() > depth.getAsInt() && !mayEndLater(options, violation)) {
      lines.add("the trace has %d steps, beyond the bound".formatted(steps.size()));
    }
    compareEnds(model, violation.property(), steps, lines);
  }

  /**
   * Where dead messages are dropped, a state is terminal although dead messages were still to be
   * consumed. The steps that consume them are told, but no state of the search had them to take.
   */
  private static boolean mayEndLater(SearchOptions options, Violation violation) {
    return options.reduction().deadMessages()
        && violation.kind().filter(Property.Kind.TERMINAL::equals).isPresent();
  }

  private static void compareEnds(
      Supplier<Model> model, String property, List<Trace.TraceStep> steps, List<String> lines) {
    try {
      Set<String> broken =
          new NaiveReplay(model.get(), Renderer::text)
              .walk(steps.stream().map(NaiveReplay.Line::of).toList())
              .broken();
      if (!broken.contains(property)) {
        lines.add("the trace does not break %s but %s".formatted(property, broken));
      }
    } catch (AssertionError impossible) {
      lines.add(impossible.getMessage());
    }
  }

  private void compareCounts(SearchOptions options, Figures figures, List<String> lines) {
    if (options.store().memory() == Memory.NONE) {
      return;
    }
    boolean full = options.store().memory() == Memory.FULL;
    NaiveResult.RelevantCounts relevant = whole.relevantCounts();
    long states = full ? whole.states() : whole.relevant().size();
    long transitions = full ? whole.transitions() : relevant.transitions();
    long terminal = full ? whole.terminalStates() : relevant.terminalStates();
    if (isPlain(options)) {
      differ("states", figures.states(), states, lines);
      differ("transitions", figures.transitions(), transitions, lines);
      differ("terminal states", figures.terminalStates(), terminal, lines);
      return;
    }
    if (figures.states() > states) {
      lines.add("%d states, of %d there are".formatted(figures.states(), states));
    }
    if (!options.reduction().deadMessages() && !options.reduction().seeksSymmetry()) {
      differ("terminal states", figures.terminalStates(), terminal, lines);
    } else if (figures.terminalStates() > terminal
        || (terminal > 0 && figures.terminalStates() == 0)) {
      lines.add(
          "%d terminal states, of %d there are".formatted(figures.terminalStates(), terminal));
    }
  }

  private static void differ(String what, long counted, long right, List<String> lines) {
    if (counted != right) {
      lines.add("%d %s, not %d".formatted(counted, what, right));
    }
  }
}
