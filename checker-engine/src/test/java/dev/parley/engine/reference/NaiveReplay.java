package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Walks a trace step by step, independently of whoever wrote it.
 *
 * <p>A trace names messages and choices by text, and texts need not tell all values apart (the
 * number 1 and the string "1", say). So the walk follows every transition that a line of the trace
 * may mean and keeps all the states these lead to; usually there is one.
 */
final class NaiveReplay {
  /**
   * A line of a trace.
   *
   * @param node the node's name
   * @param handler the handler, with or without its class
   * @param consumed the consumed messages, in any order
   * @param choices the chosen values, as text
   * @param choiceIndexes the same as indexes; they count only for options that have an order, since
   *     the order of a set's options is each checker's own business
   */
  record Line(
      String node,
      String handler,
      List<Message> consumed,
      List<String> choices,
      List<Integer> choiceIndexes) {
    static Line of(Trace.TraceStep step) {
      return new Line(
          step.node(),
          step.handler(),
          step.consumed().stream().map(m -> new Message(m.from(), m.text())).toList(),
          step.choices(),
          step.choiceIndexes());
    }
  }

  /** A consumed message: its sender's name and its text. */
  record Message(String from, String text) {}

  /**
   * Where a trace led.
   *
   * @param ends the states it may have led to; empty if its last step threw
   * @param broken the properties broken there, {@code exception} if the last step threw
   */
  record Reached(List<NaiveState> ends, Set<String> broken) {}

  private final NaiveSteps steps;
  private final List<Property> properties;
  private final Function<Object, String> text;

  /**
   * A replay of one instance's traces.
   *
   * @param model the instance
   * @param text how the traces' author writes messages and choices
   */
  NaiveReplay(Model model, Function<Object, String> text) {
    this.steps = new NaiveSteps(model);
    this.properties = model.properties();
    this.text = text;
  }

  Reached walk(List<Line> lines) {
    Map<List<String>, NaiveState> start = new LinkedHashMap<>();
    steps.initials().forEach(initial -> start.put(initial.full(), initial));
    Map<List<String>, NaiveState> here = start;
    boolean threw = false;
    for (int i = 0; i < lines.size(); i++) {
      Map<List<String>, NaiveState> there = new LinkedHashMap<>();
      threw = false;
      for (NaiveState state : here.values()) {
        for (NaiveStep step : steps.from(state)) {
          if (means(lines.get(i), step)) {
            threw |= step.thrown().isPresent();
            step.next().ifPresent(next -> there.put(next.full(), next));
          }
        }
      }
      if (there.isEmpty() && !(threw && i == lines.size() - 1)) {
        throw new AssertionError(
            "step %d of the trace is not possible: %s; enabled there: %s"
                .formatted(i + 1, lines.get(i), enabled(here.values())));
      }
      here = there;
    }
    return new Reached(List.copyOf(here.values()), broken(here.values(), threw));
  }

  private Set<String> broken(Iterable<NaiveState> ends, boolean threw) {
    Set<String> broken = new TreeSet<>();
    for (NaiveState end : ends) {
      NaiveWorld world = new NaiveWorld(steps.ids(), end);
      broken.addAll(
          NaiveChecker.broken(properties, world, NaiveChecker.isTerminal(steps.from(end))));
    }
    if (threw) {
      broken.add(Violation.EXCEPTION);
    }
    return broken;
  }

  /** Whether a line of a trace may mean a step. */
  boolean means(Line line, NaiveStep step) {
    return isAbout(line, step)
        && sorted(line.consumed()).equals(sorted(messages(step)))
        && (step.isFault() || step.code().isEmpty() || choosesAlike(line, step));
  }

  /** What chooses among several ways of one fault is not a choice of a step; all are followed. */
  private boolean choosesAlike(Line line, NaiveStep step) {
    return line.choices().equals(step.choices().stream().map(c -> text.apply(c.value())).toList())
        && indexesAgree(line.choiceIndexes(), step.choices());
  }

  /**
   * What a line says of a fault beyond its node and message, such as the place of the message or
   * the sides of a split, is in words of the engine's own; the walk follows every one.
   */
  private static boolean isAbout(Line line, NaiveStep step) {
    return switch (step.kind()) {
      case PARTITION, HEAL -> line.handler().equals(step.kind().label());
      case STEP, TIMER ->
          line.node().equals(step.node().toString()) && step.handler().isNamed(line.handler());
      default ->
          line.node().equals(step.node().toString()) && line.handler().equals(step.kind().label());
    };
  }

  private static boolean indexesAgree(List<Integer> indexes, List<NaiveStep.Choice> choices) {
    if (indexes.size() != choices.size()) {
      return false;
    }
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i).ordered() && choices.get(i).index() != indexes.get(i)) {
        return false;
      }
    }
    return true;
  }

  private List<Message> messages(NaiveStep step) {
    return step.consumed().stream()
        .map(m -> new Message(m.from().toString(), text.apply(m.message())))
        .toList();
  }

  private static List<String> sorted(List<Message> messages) {
    return messages.stream().map(Message::toString).sorted().toList();
  }

  private List<Line> enabled(Iterable<NaiveState> states) {
    List<Line> lines = new ArrayList<>();
    for (NaiveState state : states) {
      steps.from(state).forEach(step -> lines.add(line(step)));
    }
    return lines;
  }

  /** A transition as a line of a trace. */
  Line line(NaiveStep step) {
    return new Line(
        step.at().map(NodeId::toString).orElse(""),
        step.kind() == ActionKind.STEP || step.kind() == ActionKind.TIMER
            ? step.handler().name()
            : step.kind().label(),
        messages(step),
        step.choices().stream().map(c -> text.apply(c.value())).toList(),
        step.choices().stream().map(NaiveStep.Choice::index).toList());
  }
}
