package dev.parley.engine.internal;

import dev.parley.engine.internal.Audit.Audited;
import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.capture.NodeFields;
import dev.parley.engine.internal.infer.FieldReads;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.FieldFilter;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The fourth phase of a check: finds the steps that lead to a violation or mistake. The verdict is
 * known by then. It stands even if the steps cannot be found.
 */
final class Telling {
  private static final String NO_TIME =
      "the steps that lead there are not shown: looking for them took more than three times as long"
          + " as the search itself. Search with order=depth-first, which knows its path, or reproduce it"
          + " in a smaller instance";

  private static final String NO_MEMORY =
      "the steps that lead there are not shown, because there was not enough memory left to look"
          + " for them; raise the heap with -Dparley.heap";

  private final Explored explored;
  private final Audited audited;
  private final Lab lab;
  private final Allowance allowance;
  private final Duration most;

  /**
   * Tells what a search found.
   *
   * @param explored the search
   * @param audited what it rests on
   * @param allowance hears of progress
   * @param most how long looking for the steps may take
   */
  Telling(Explored explored, Audited audited, Allowance allowance, Duration most) {
    this.explored = explored;
    this.audited = audited;
    this.lab = explored.lab();
    this.allowance = allowance;
    this.most = most;
  }

  /** The result as far as it is known before anybody has looked for the steps. */
  static InstanceResult verdictOnly(Draft draft, Found found) {
    return result(draft, found, Optional.empty(), List.of(), Optional.empty());
  }

  /**
   * The result with the steps that lead to what was found.
   *
   * @param draft what is known besides
   * @param found what the search found
   */
  InstanceResult told(Draft draft, Found found) {
    try {
      return withSteps(draft, found);
    } catch (OutOfMemoryError e) {
      // What filled the heap is garbage now, and the verdict needs little.
      return verdictOnly(draft.warned(List.of(NO_MEMORY)), found);
    }
  }

  private InstanceResult withSteps(Draft draft, Found found) {
    Optional<ShortestPath.Path> path = new ShortestPath(explored, allowance, most).to(found);
    if (path.isEmpty() && lab.options().reduction().rounds()) {
      // A late message that shows a mistake was tried, and no path leads there.
      return verdictOnly(draft, found);
    }
    if (path.isEmpty()) {
      return verdictOnly(draft.warned(List.of(NO_TIME)), found);
    }
    Found reached = path.get().found();
    Rerun rerun = rerun(path.get());
    List<Action> taken = new ArrayList<>();
    Trace trace = trace(path.get(), rerun, taken);
    FieldFilter reads = reached.property().map(this::fieldsRead).orElse((node, field) -> true);
    List<Violation.Seen> seen =
        reached.property().map(property -> rerun.seen(property, reads)).orElse(List.of());
    Optional<Timeline> timeline = reached.property().flatMap(rerun::timeline);
    InstanceResult told = result(draft, reached, Optional.of(trace), seen, timeline);
    return surveyed(
        told,
        () ->
            new Surveyor(() -> rerun(path.get()), taken, rerun.runner().messages(), reads)
                .survey(reached.property()));
  }

  /** The survey is an addition: whatever goes wrong in it, the result stands. */
  private static InstanceResult surveyed(InstanceResult result, Supplier<Survey> survey) {
    if (result.violation().isEmpty()) {
      return result;
    }
    try {
      return result.surveyed(survey.get());
    } catch (RuntimeException | Error e) {
      return result;
    }
  }

  /** The fields that a property may read according to byte code; all if that is not certain. */
  private FieldFilter fieldsRead(Property property) {
    try {
      return shown(FieldReads.of(lab.model()).unread(property));
    } catch (RuntimeException | Error e) {
      return (node, field) -> true;
    }
  }

  private FieldFilter shown(Set<Field> unread) {
    List<Set<String>> shown =
        lab.model().types().stream()
            .map(
                type ->
                    new NodeFields(type.type())
                        .all().stream()
                            .filter(field -> !unread.contains(field))
                            .map(Field::getName)
                            .collect(Collectors.toSet()))
            .toList();
    return (node, field) -> shown.get(node).contains(field);
  }

  private Rerun rerun(ShortestPath.Path path) {
    return new Rerun(
        lab.model(), lab.participants(), false, lab.auxiliaryFields(), lab.ports(), path.layout());
  }

  /** Whether it is proven that auxiliary content makes no difference. */
  boolean isProven() {
    return explored.auxiliary().isProven();
  }

  /** The steps of a path. */
  Trace trace(ShortestPath.Path path) {
    return trace(path, rerun(path), new ArrayList<>());
  }

  /**
   * Takes the path once more on full states. If the property is true where it ends, then either
   * auxiliary content made the difference or the engine is wrong; neither may go unnoticed.
   *
   * @param taken where the actions go that were taken, with the messages of the rerun
   */
  private Trace trace(ShortestPath.Path path, Rerun rerun, List<Action> taken) {
    Found found = path.found();
    List<Trace.NodeView> nodes = rerun.walk().nodes();
    List<Trace.MessageView> pending = rerun.walk().beginning();
    List<Trace.TraceStep> steps = new ArrayList<>();
    for (Action action : path.actions()) {
      taken.add(rerun.walk().translated(action, lab.runner().messages()));
      steps.add(
          rerun.walk().take(taken.get(taken.size() - 1)).orElseThrow(() -> notTakeable(action)));
    }
    boolean dropped =
        lab.options().reduction().deadMessages() || lab.options().reduction().rounds();
    if (dropped && ShortestPath.isTerminal(found)) {
      for (Optional<Action> rest = rerun.anyAction(); rest.isPresent(); rest = rerun.anyAction()) {
        taken.add(rest.get());
        int[] before = rerun.walk().state();
        steps.add(rerun.walk().take(rest.get()).orElseThrow());
        if (Arrays.equals(before, rerun.walk().state())) {
          throw new IllegalStateException("a step can be taken for ever where all should end");
        }
      }
    }
    found
        .property()
        .filter(property -> !rerun.violated().contains(property.name()))
        .ifPresent(Telling::failNotReproduced);
    return new Trace(nodes, pending, steps);
  }

  /** Where auxiliary content is only assumed to make no difference, it may have made one. */
  private RuntimeException notTakeable(Action action) {
    return audited.assumes()
        ? new ProtocolException(
            lab.model().description().protocolClass(),
            "a violation was found that full states do not have: "
                + action
                + " cannot be taken on the way to it. Auxiliary content makes a difference: take"
                + " @Auxiliary off the content that this step depends on, or search with"
                + " -Dparley.mode=stateful")
        : new IllegalStateException("a step of the path is not enabled");
  }

  private static void failNotReproduced(Property property) {
    throw new ProtocolException(
        property.name(),
        "the property "
            + property.name()
            + " is false for one content of auxiliary fields and true for another; it must not"
            + " depend on content marked @Auxiliary");
  }

  private static InstanceResult result(
      Draft draft,
      Found found,
      Optional<Trace> trace,
      List<Violation.Seen> seen,
      Optional<Timeline> timeline) {
    return found
        .mistake()
        .map(mistake -> draft.error(mistake, trace))
        .orElseGet(
            () -> {
              Violation violation = violation(found, trace, seen);
              return draft.violated(timeline.map(violation::with).orElse(violation));
            });
  }

  private static Violation violation(
      Found found, Optional<Trace> trace, List<Violation.Seen> seen) {
    if (found.property().isEmpty()) {
      String thrown =
          trace
              .flatMap(t -> t.steps().get(t.steps().size() - 1).exception())
              .map(text -> text.lines().findFirst().orElse(text))
              .orElse("an exception");
      return new Violation(
          Violation.EXCEPTION,
          Optional.empty(),
          "a step threw " + thrown + " after " + found.depth() + plural(found.depth()),
          trace);
    }
    Property property = found.property().get();
    return new Violation(
        property.name(),
        Optional.of(property.kind()),
        failure(property, trace.map(t -> (long) t.steps().size()).orElse(found.depth())),
        trace,
        seen);
  }

  private static String failure(Property property, long steps) {
    return property.described()
        + " fails "
        + (steps == 0 ? "in the initial state" : "after " + steps + plural(steps))
        + (property.kind() == Property.Kind.TERMINAL ? ", where no step is enabled" : "");
  }

  private static String plural(long steps) {
    return steps == 1 ? " step" : " steps";
  }
}
