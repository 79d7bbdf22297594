package dev.parley.report;

import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A trace's states as JSON that may stand in a script element.
 *
 * <p>Every {@code <}, {@code >} and {@code &} in a string is written as an escape, so no content
 * can end the element or open a comment in it. A step carries what it changed and nothing else: a
 * trace of five hundred steps would otherwise repeat its largest local state five hundred times.
 * The page folds the steps itself.
 */
final class ScriptJson {
  private final Map<String, Integer> places = new HashMap<>();
  private final List<List<FieldView>> states = new ArrayList<>();

  private ScriptJson(Trace trace) {
    for (NodeView node : trace.initial()) {
      places.put(node.node(), states.size());
      states.add(node.fields());
    }
  }

  /** All nodes with their fields, then each step as its node's place and what it changed there. */
  static String of(Trace trace) {
    return of(trace, Optional.empty());
  }

  /** The same with the messages that arrive and go in each step, if they are known. */
  static String of(Trace trace, Optional<Survey> survey) {
    return "{\"nodes\":"
        + array(trace.initial(), ScriptJson::node)
        + ",\"steps\":"
        + array(trace.steps(), new ScriptJson(trace)::step)
        + survey.map(s -> ",\"pending\":" + array(s.moments(), ScriptJson::moment)).orElse("")
        + "}";
  }

  /** The messages that arrived, and those that are gone, by their numbers. */
  private static String moment(Survey.Moment moment) {
    return "["
        + array(moment.arrived(), String::valueOf)
        + ","
        + array(moment.gone(), String::valueOf)
        + "]";
  }

  private static String node(NodeView node) {
    return "{\"node\":"
        + string(node.node())
        + ",\"fields\":"
        + array(node.fields(), ScriptJson::field)
        + "}";
  }

  /** A node that is not in the initial state has place -1: there is no table to show it in. */
  private String step(TraceStep step) {
    int place = places.getOrDefault(step.node(), -1);
    List<String> changes = new ArrayList<>();
    if (place >= 0) {
      List<FieldView> before = states.set(place, step.after().fields());
      List<FieldView> after = step.after().fields();
      for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
        if (!before.get(i).value().equals(after.get(i).value())) {
          changes.add("[" + i + "," + string(after.get(i).value()) + "]");
        }
      }
    }
    return "[" + place + ",[" + String.join(",", changes) + "]]";
  }

  private static String field(FieldView field) {
    return "[" + string(field.name()) + "," + string(field.value()) + "," + field.auxiliary() + "]";
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
