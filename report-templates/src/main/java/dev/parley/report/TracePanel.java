package dev.parley.report;

import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A trace as a list of steps, a sequence chart and the nodes' states. */
final class TracePanel {
  private TracePanel() {}

  /**
   * What the counterexample's part of the page shows.
   *
   * @param length the number of steps, in words
   * @param last the last step's number; 0 if there are none
   * @param steps the steps
   * @param end what is wrong at the end
   * @param nodes every node's state at the end; the page's script shows the other states
   * @param chart the sequence chart
   * @param json all states, for the page's script
   */
  public record View(
      String length,
      int last,
      List<Step> steps,
      String end,
      List<NodeState> nodes,
      SequenceChart.View chart,
      String json) {}

  /**
   * One step.
   *
   * @param number its place
   * @param node who took it
   * @param handler what ran
   * @param source where that is, maybe empty
   * @param taking what is done with the messages it takes, as a word
   * @param consumed messages taken
   * @param choices values chosen
   * @param sent messages sent
   * @param changes fields changed
   * @param exception what it threw, maybe empty
   */
  public record Step(
      int number,
      String node,
      String handler,
      String source,
      String taking,
      List<MessageView> consumed,
      List<String> choices,
      List<MessageView> sent,
      List<FieldChange> changes,
      String exception) {}

  /**
   * One node's state.
   *
   * @param node its name
   * @param type its class
   * @param acted whether it took the step that led here
   * @param fields its fields
   */
  public record NodeState(String node, String type, boolean acted, List<Field> fields) {}

  /**
   * One field.
   *
   * @param name its name
   * @param value its content
   * @param auxiliary whether it is auxiliary
   * @param changed whether the step that led here changed it
   * @param before its content before that step; empty if unchanged
   */
  public record Field(
      String name, String value, boolean auxiliary, boolean changed, String before) {}

  static View of(Trace trace, String end) {
    List<TraceStep> steps = trace.steps();
    return new View(
        Numerals.count(steps.size(), "step"),
        steps.isEmpty() ? 0 : steps.get(steps.size() - 1).number(),
        steps.stream().map(TracePanel::step).toList(),
        end,
        statesAtEnd(trace),
        SequenceChart.of(trace, end),
        ScriptJson.of(trace));
  }

  private static Step step(TraceStep step) {
    return new Step(
        step.number(),
        step.node(),
        step.handler(),
        step.source().orElse(""),
        step.action() == ActionKind.STEP ? "consumed" : "message",
        step.consumed(),
        step.choices(),
        step.sent(),
        step.changes(),
        step.exception().orElse(""));
  }

  private static List<NodeState> statesAtEnd(Trace trace) {
    Map<String, NodeView> states = new LinkedHashMap<>();
    trace.initial().forEach(node -> states.put(node.node(), node));
    String actor = "";
    Map<String, String> before = Map.of();
    for (TraceStep step : trace.steps()) {
      states.put(step.node(), step.after());
      actor = step.node();
      before =
          step.changes().stream()
              .collect(Collectors.toMap(FieldChange::field, FieldChange::before, (a, b) -> a));
    }
    String lastActor = actor;
    Map<String, String> lastBefore = before;
    return states.entrySet().stream()
        .map(
            e ->
                e.getKey().equals(lastActor)
                    ? state(e.getValue(), true, lastBefore)
                    : state(e.getValue(), false, Map.of()))
        .toList();
  }

  private static NodeState state(NodeView node, boolean acted, Map<String, String> before) {
    return new NodeState(
        node.node(),
        node.type(),
        acted,
        node.fields().stream().map(field -> field(field, before)).toList());
  }

  private static Field field(FieldView field, Map<String, String> before) {
    return new Field(
        field.name(),
        field.value(),
        field.auxiliary(),
        before.containsKey(field.name()),
        before.getOrDefault(field.name(), ""));
  }
}
