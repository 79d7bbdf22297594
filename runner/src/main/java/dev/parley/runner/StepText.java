package dev.parley.runner;

import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.List;

/** The steps of a trace as text. Messages keep their number, so that each can be followed. */
final class StepText {
  private static final String INDENT = "        ";

  private StepText() {}

  static List<String> initial(Trace trace) {
    List<String> lines = new ArrayList<>();
    for (Trace.NodeView node : trace.initial()) {
      List<String> fields = node.fields().stream().map(f -> f.name() + " = " + f.value()).toList();
      String state = fields.isEmpty() ? "no fields" : String.join(", ", fields);
      lines.add("  " + node.node() + ": " + state);
    }
    return lines;
  }

  static List<String> lines(List<Trace.TraceStep> steps) {
    List<String> lines = new ArrayList<>();
    steps.forEach(step -> lines.addAll(lines(step)));
    return lines;
  }

  static List<String> lines(Trace.TraceStep step) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format("%5d. ", step.number())
            + step.node()
            + ": "
            + step.handler()
            + step.source().map(s -> " (" + s + ")").orElse(""));
    for (Trace.MessageView message : step.consumed()) {
      lines.add(
          INDENT
              + (step.action() == ActionKind.STEP ? "consumes #" : "message  #")
              + message.number()
              + " "
              + message.text()
              + " from "
              + message.from());
    }
    step.choices().forEach(choice -> lines.add(INDENT + "chooses  " + choice));
    for (Trace.MessageView message : step.sent()) {
      lines.add(
          INDENT + "sends    #" + message.number() + " " + message.text() + " to " + message.to());
    }
    for (Trace.FieldChange change : step.changes()) {
      lines.add(
          INDENT + "changes  " + change.field() + ": " + change.before() + " -> " + change.after());
    }
    step.exception()
        .ifPresent(e -> e.lines().limit(5).forEach(l -> lines.add(INDENT + "throws   " + l)));
    return lines;
  }
}
