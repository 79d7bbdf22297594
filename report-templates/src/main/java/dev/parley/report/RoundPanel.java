package dev.parley.report;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A counterexample of a protocol that proceeds in rounds, as a table: a row for each round, a
 * column for each node.
 */
final class RoundPanel {
  /** A larger table is of no use to anybody. */
  private static final int MOST_CELLS = 2_000;

  /** Steps before the first message belong to no round. */
  private static final int BEGINNING = 0;

  private final Trace trace;
  private final Map<Integer, Survey.InRound> rounds = new HashMap<>();
  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<Integer, Map<String, Draft>> cells = new TreeMap<>();
  private final Map<String, Integer> current = new HashMap<>();

  private RoundPanel(Trace trace, List<Survey.InRound> of) {
    this.trace = trace;
    for (Survey.InRound round : of) {
      rounds.put(round.message(), round);
      names.put(round.place(), round.round());
    }
  }

  /**
   * What {@code instance.ftlh} shows.
   *
   * @param nodes the names of the nodes
   * @param rows the rounds, in order
   */
  public record View(List<String> nodes, List<Row> rows) {}

  /** One round. */
  public record Row(String round, List<Cell> cells) {}

  /**
   * One node in one round.
   *
   * @param sent what it sent
   * @param received what it received, and from whom
   * @param lost what it was sent and never received, and from whom
   * @param state what changed in its local state
   */
  public record Cell(
      List<String> sent, List<String> received, List<String> lost, List<String> state) {}

  /** A cell to which lines are still added. */
  private static final class Draft {
    private final Set<String> sent = new LinkedHashSet<>();
    private final List<String> received = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final Map<String, String> state = new LinkedHashMap<>();

    private Cell cell() {
      return new Cell(
          List.copyOf(sent),
          List.copyOf(received),
          List.copyOf(lost),
          state.entrySet().stream().map(e -> e.getKey() + " = " + e.getValue()).toList());
    }
  }

  static Optional<View> of(InstanceResult result) {
    return result.violation().flatMap(RoundPanel::of);
  }

  static Optional<View> of(Violation violation) {
    List<Survey.InRound> rounds = violation.survey().map(Survey::rounds).orElse(List.of());
    return violation
        .trace()
        .filter(trace -> !rounds.isEmpty())
        .flatMap(trace -> new RoundPanel(trace, rounds).view());
  }

  private Optional<View> view() {
    List<String> nodes = trace.initial().stream().map(Trace.NodeView::node).toList();
    fill();
    if (nodes.size() * cells.size() > MOST_CELLS) {
      return Optional.empty();
    }
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (place, byNode) ->
            rows.add(
                new Row(
                    names.getOrDefault(place, "the beginning"),
                    nodes.stream()
                        .map(node -> byNode.getOrDefault(node, new Draft()).cell())
                        .toList())));
    return Optional.of(new View(nodes, rows));
  }

  private void fill() {
    Set<Integer> received = new HashSet<>();
    List<Trace.MessageView> all = new ArrayList<>(trace.pending());
    for (Trace.TraceStep step : trace.steps()) {
      for (Trace.MessageView message : step.consumed()) {
        received.add(message.number());
        at(place(message), step.node()).received.add(message.text() + " from " + message.from());
      }
      int here = place(step);
      current.put(step.node(), here);
      for (Trace.FieldChange change : step.changes()) {
        at(here, step.node()).state.put(change.field(), change.after());
      }
      for (Trace.MessageView message : step.sent()) {
        at(place(message), step.node()).sent.add(message.text());
        current.merge(step.node(), place(message), Math::max);
      }
      all.addAll(step.sent());
    }
    all.stream()
        .filter(message -> !received.contains(message.number()))
        .forEach(
            message ->
                at(place(message), message.to())
                    .lost
                    .add(message.text() + " from " + message.from()));
  }

  /** A step belongs to the round of what it consumes, or else of what it sends. */
  private int place(Trace.TraceStep step) {
    return step.consumed().stream()
        .map(this::place)
        .max(Integer::compare)
        .or(() -> step.sent().stream().map(this::place).min(Integer::compare))
        .orElseGet(() -> current.getOrDefault(step.node(), BEGINNING));
  }

  private int place(Trace.MessageView message) {
    return Optional.ofNullable(rounds.get(message.number()))
        .map(Survey.InRound::place)
        .orElse(BEGINNING);
  }

  private Draft at(int place, String node) {
    return cells
        .computeIfAbsent(place, fresh -> new HashMap<>())
        .computeIfAbsent(node, fresh -> new Draft());
  }
}
