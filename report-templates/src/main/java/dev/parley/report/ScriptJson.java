package dev.parley.report;

import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A trace's states as JSON that may stand in a script element.
 *
 * <p>Every {@code <}, {@code >} and {@code &} in a string is written as an escape, so no content
 * can end the element or open a comment in it. The page folds the steps itself: each carries only
 * the state of the node that took it.
 */
final class ScriptJson {
  private ScriptJson() {}

  static String of(Trace trace) {
    return "{\"initial\":"
        + array(trace.initial(), ScriptJson::node)
        + ",\"steps\":"
        + array(trace.steps(), ScriptJson::step)
        + "}";
  }

  private static String node(NodeView node) {
    return "{\"node\":" + string(node.node()) + ",\"fields\":" + fields(node) + "}";
  }

  private static String step(TraceStep step) {
    return "{\"node\":"
        + string(step.node())
        + ",\"fields\":"
        + fields(step.after())
        + ",\"changed\":"
        + array(step.changes(), ScriptJson::change)
        + "}";
  }

  private static String fields(NodeView node) {
    return array(node.fields(), ScriptJson::field);
  }

  private static String field(FieldView field) {
    return "[" + string(field.name()) + "," + string(field.value()) + "," + field.auxiliary() + "]";
  }

  private static String change(FieldChange change) {
    return string(change.field());
  }

  private static <T> String array(Collection<T> items, Function<T, String> json) {
    return items.stream().map(json).collect(Collectors.joining(",", "[", "]"));
  }

  static String string(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '<', '>', '&', '\u2028', '\u2029' -> escape(c, json);
        default -> {
          if (c < ' ' || Character.isSurrogate(c)) {
            escape(c, json);
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private static void escape(char c, StringBuilder json) {
    json.append(String.format("\\u%04x", (int) c));
  }
}
