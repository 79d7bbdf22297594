package dev.parley.report;

import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds traces that hang together: numbers of messages, states before and after. */
final class TraceBuilder {
  private final Map<String, NodeView> nodes = new LinkedHashMap<>();
  private final Map<Integer, MessageView> messages = new LinkedHashMap<>();
  private final List<NodeView> initial = new ArrayList<>();
  private final List<TraceStep> steps = new ArrayList<>();

  /** Adds a node; its fields are pairs of name and value, auxiliary ones marked by {@code ~}. */
  TraceBuilder node(String name, String type, String... fields) {
    List<FieldView> views = new ArrayList<>();
    for (int i = 0; i < fields.length; i += 2) {
      boolean auxiliary = fields[i].startsWith("~");
      views.add(
          new FieldView(auxiliary ? fields[i].substring(1) : fields[i], fields[i + 1], auxiliary));
    }
    NodeView view = new NodeView(name, type, views);
    nodes.put(name, view);
    initial.add(view);
    return this;
  }

  /** Starts a step of a node; {@link Step#done} ends it. */
  Step step(String node, String handler) {
    return new Step(node, handler);
  }

  Trace build() {
    return new Trace(initial, steps);
  }

  /** A step in the making. */
  final class Step {
    private final String node;
    private final String handler;
    private final List<MessageView> consumed = new ArrayList<>();
    private final List<MessageView> sent = new ArrayList<>();
    private final Map<String, String> writes = new LinkedHashMap<>();
    private Optional<String> source = Optional.empty();
    private Optional<String> exception = Optional.empty();
    private List<String> choices = List.of();

    private Step(String node, String handler) {
      this.node = node;
      this.handler = handler;
    }

    Step source(String place) {
      source = Optional.of(place);
      return this;
    }

    /** Consumes messages sent before, by number. */
    Step consume(int... numbers) {
      Arrays.stream(numbers).mapToObj(messages::get).forEach(consumed::add);
      return this;
    }

    /** Consumes a message that nobody sent in this trace. */
    Step find(String from, String type, String text) {
      consumed.add(message(from, node, type, text));
      return this;
    }

    Step choose(String... values) {
      choices = List.of(values);
      return this;
    }

    Step send(String to, String type, String text) {
      sent.add(message(node, to, type, text));
      return this;
    }

    Step set(String field, String value) {
      writes.put(field, value);
      return this;
    }

    Step fail(String message) {
      exception = Optional.of(message);
      return this;
    }

    TraceBuilder done() {
      List<FieldChange> changes = new ArrayList<>();
      List<FieldView> fields = new ArrayList<>();
      // What the environment does by itself, a partition say, is a step of no node.
      NodeView before = nodes.getOrDefault(node, new NodeView(node, node, List.of()));
      for (FieldView field : before.fields()) {
        String after = writes.getOrDefault(field.name(), field.value());
        if (!after.equals(field.value())) {
          changes.add(new FieldChange(field.name(), field.value(), after));
        }
        fields.add(new FieldView(field.name(), after, field.auxiliary()));
      }
      NodeView after = new NodeView(node, before.type(), fields);
      nodes.replace(node, after);
      steps.add(
          new TraceStep(
              steps.size() + 1,
              node,
              handler,
              source,
              consumed,
              new Trace.Choices(choices, choices.stream().map(choice -> 0).toList()),
              sent,
              changes,
              after,
              exception));
      return TraceBuilder.this;
    }

    private MessageView message(String from, String to, String type, String text) {
      MessageView message = new MessageView(messages.size() + 1, from, to, type, text);
      messages.put(message.number(), message);
      return message;
    }
  }
}
