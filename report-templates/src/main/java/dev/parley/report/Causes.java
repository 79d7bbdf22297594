package dev.parley.report;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.TraceStep;
import dev.parley.engine.result.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which steps of a counterexample the violation depends on: those that happen before a step that
 * changed what the property read.
 *
 * <p>A step happens before another if both are of one node and it is earlier, or if it sent, copied
 * or delivered a message that the other takes, or if there is a step in between. All other steps
 * could be left out, or be taken afterwards, without a difference to the values the property read.
 *
 * <p>Faults are always among the causes: what they keep from happening leaves no message to follow.
 * Of a property of recorded operations, the steps in which one began or ended take the place of
 * those that changed a value: the history is theirs, in their order.
 *
 * <p>All steps are, if it is not known what the property read, or if it read more than fields: what
 * is pending, or that nothing is left to do.
 */
final class Causes {
  private final Trace trace;
  private final TreeSet<Integer> found = new TreeSet<>();

  private Causes(Trace trace) {
    this.trace = trace;
  }

  /** The numbers of the steps that a violation depends on. */
  static Set<Integer> of(Trace trace, Violation violation) {
    Causes causes = new Causes(trace);
    List<Integer> last = ends(trace, violation);
    causes.collect(last.isEmpty() ? causes.all() : last);
    return causes.found;
  }

  /** All steps of a trace. */
  static Set<Integer> all(Trace trace) {
    return new TreeSet<>(new Causes(trace).all());
  }

  private List<Integer> all() {
    return trace.steps().stream().map(TraceStep::number).toList();
  }

  /** The steps that the violation shows in; none if they are not known. */
  private static List<Integer> ends(Trace trace, Violation violation) {
    if (trace.steps().isEmpty()) {
      return List.of();
    }
    int last = trace.steps().get(trace.steps().size() - 1).number();
    if (violation.property().equals(Violation.EXCEPTION)) {
      return List.of(last);
    }
    if (violation.timeline().isPresent()) {
      return violation.timeline().get().operations().stream()
          .flatMap(one -> Stream.concat(Stream.of(one.began()), one.ended().stream()))
          .filter(step -> step > 0)
          .distinct()
          .toList();
    }
    Set<String> nodes =
        trace.initial().stream().map(Trace.NodeView::node).collect(Collectors.toSet());
    boolean onlyFields = violation.seen().stream().allMatch(seen -> nodes.contains(seen.what()));
    boolean invariant = violation.kind().map(kind -> kind == Property.Kind.INVARIANT).orElse(false);
    Optional<Survey> survey = violation.survey().filter(s -> onlyFields && invariant);
    if (survey.isEmpty()) {
      return List.of();
    }
    List<Integer> ends = new ArrayList<>();
    ends.add(last);
    survey.get().read().stream().map(Survey.Read::since).filter(s -> s > 0).forEach(ends::add);
    return ends;
  }

  private void collect(List<Integer> ends) {
    Map<Integer, List<Integer>> before = before();
    Deque<Integer> waiting = new ArrayDeque<>(ends);
    trace.steps().stream()
        .filter(step -> step.action() != ActionKind.STEP && step.action() != ActionKind.DELIVER)
        .forEach(step -> waiting.add(step.number()));
    while (!waiting.isEmpty()) {
      int step = waiting.remove();
      if (found.add(step)) {
        waiting.addAll(before.getOrDefault(step, List.of()));
      }
    }
  }

  /** For each step, those right before it. */
  private Map<Integer, List<Integer>> before() {
    Map<Integer, List<Integer>> before = new HashMap<>();
    Map<String, Integer> latest = new HashMap<>();
    Map<Integer, Set<Integer>> touched = new HashMap<>();
    for (TraceStep step : trace.steps()) {
      List<Integer> mine = before.computeIfAbsent(step.number(), n -> new ArrayList<>());
      Optional.ofNullable(latest.put(step.node(), step.number())).ifPresent(mine::add);
      for (MessageView message : step.consumed()) {
        Set<Integer> earlier = touched.computeIfAbsent(message.number(), n -> new HashSet<>());
        mine.addAll(earlier);
        if (!step.action().usesMessagesUp()) {
          earlier.add(step.number());
        }
      }
      for (MessageView message : step.sent()) {
        touched.computeIfAbsent(message.number(), n -> new HashSet<>()).add(step.number());
      }
    }
    return before;
  }
}
