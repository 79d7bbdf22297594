package dev.parley.engine.reference;

import dev.parley.api.SequentialObject;
import dev.parley.engine.model.Consistency;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All that clients have recorded on the way to a state, event by event. It is judged by brute
 * force: every order of the operations that the definition allows is tried on a copy of the object.
 */
final class NaiveHistory {
  /** What can be recorded; a restart is noted where histories are kept. */
  enum Kind {
    BEGIN,
    END,
    RESTART
  }

  /** Something that a client, by its place in the topology, recorded. */
  record Event(Kind kind, int client, Object value) {}

  /**
   * An operation.
   *
   * @param client whose it is
   * @param operation what it is
   * @param begin the place of its begin among the events
   * @param end the place of its end, or {@link #OPEN}
   * @param result its result, if it has ended
   * @param interrupted whether its client has restarted since it began
   * @param orphaned whether its client has begun another one since, so that it never ends
   */
  record Operation(
      int client,
      Object operation,
      int begin,
      int end,
      Object result,
      boolean interrupted,
      boolean orphaned) {
    boolean ended() {
      return end != OPEN;
    }
  }

  static final int OPEN = Integer.MAX_VALUE;

  private final List<Property> properties;
  private final List<Event> events;
  private final Map<Property, Set<String>> outcomes = new HashMap<>();
  private String text;

  private NaiveHistory(List<Property> properties, List<Event> events) {
    this.properties = properties;
    this.events = List.copyOf(events);
  }

  /** An empty history, for the properties of a model that are about histories. */
  static NaiveHistory of(List<Property> all) {
    return new NaiveHistory(
        all.stream().filter(p -> p.consistency().isPresent()).toList(), List.of());
  }

  List<Event> events() {
    return events;
  }

  /** With some more events; nothing is kept if no property is about them. */
  NaiveHistory with(List<Event> more) {
    if (properties.isEmpty() || more.isEmpty()) {
      return this;
    }
    List<Event> now = new ArrayList<>(events);
    for (Event event : more) {
      now.add(event);
      // Fails if the last event cannot be.
      operations(now);
    }
    return new NaiveHistory(properties, now);
  }

  /** The same under other names. */
  NaiveHistory renamed(int[] image, UnaryOperator<Object> names) {
    return new NaiveHistory(
        properties,
        events.stream()
            .map(
                e ->
                    new Event(
                        e.kind,
                        image[e.client],
                        e.value == null ? null : DeepCopy.renamed(e.value, names)))
            .toList());
  }

  List<Operation> operations() {
    return operations(events);
  }

  private static List<Operation> operations(List<Event> events) {
    List<Operation> all = new ArrayList<>();
    Map<Integer, Integer> open = new TreeMap<>();
    for (int at = 0; at < events.size(); at++) {
      Event event = events.get(at);
      Integer place = open.get(event.client);
      Operation mine = place == null ? null : all.get(place);
      switch (event.kind) {
        case BEGIN -> {
          if (mine != null && !mine.interrupted) {
            throw new NaiveMistake("two operations at once of client " + event.client);
          }
          if (mine != null) {
            all.set(place, replaced(mine, OPEN, null, true, true));
          }
          open.put(event.client, all.size());
          all.add(new Operation(event.client, event.value, at, OPEN, null, false, false));
        }
        case END -> {
          if (mine == null) {
            throw new NaiveMistake("client " + event.client + " ends what it has not begun");
          }
          all.set(place, replaced(mine, at, event.value, mine.interrupted, false));
          open.remove(event.client);
        }
        case RESTART -> {
          if (mine != null) {
            all.set(place, replaced(mine, OPEN, null, true, false));
          }
        }
        default -> throw new IllegalStateException();
      }
    }
    return all;
  }

  private static Operation replaced(
      Operation o, int end, Object result, boolean interrupted, boolean orphaned) {
    return new Operation(o.client, o.operation, o.begin, end, result, interrupted, orphaned);
  }

  boolean fits(String property) {
    return properties.stream()
        .filter(p -> p.name().equals(property))
        .noneMatch(p -> outcomes(p).isEmpty());
  }

  /**
   * What tells histories apart, for all properties together. For linearizability that is all that
   * any allowed choice of operations that have taken effect leads to; or, if the whole history is
   * to be told apart, which operation precedes which. For sequential consistency it is what each
   * client has done.
   */
  String text() {
    if (text == null) {
      text =
          properties.isEmpty()
              ? ""
              : openText()
                  + properties.stream().map(this::textOf).collect(Collectors.joining(" / "));
    }
    return text;
  }

  private String openText() {
    return operations().stream()
        .filter(o -> !o.ended() && !o.orphaned)
        .map(o -> o.client + (o.interrupted ? "!" : ":") + text(o.operation))
        .sorted()
        .collect(Collectors.joining(", ", "open ", ";"));
  }

  private String textOf(Property property) {
    Consistency consistency = property.consistency().orElseThrow();
    if (consistency.kind() == Consistency.Kind.SEQUENTIALLY_CONSISTENT) {
      return sequences();
    }
    return consistency.wholeHistory() ? precedence() : String.join(" | ", outcomes(property));
  }

  private String sequences() {
    TreeMap<Integer, List<String>> done = new TreeMap<>();
    Map<Integer, Integer> ended = new HashMap<>();
    for (Operation o : operations()) {
      if (o.ended()) {
        ended.merge(o.client, 1, Integer::sum);
        done.computeIfAbsent(o.client, c -> new ArrayList<>())
            .add(text(o.operation) + text(o.result));
      } else if (o.orphaned) {
        done.computeIfAbsent(-1 - o.client, c -> new ArrayList<>())
            .add(ended.getOrDefault(o.client, 0) + text(o.operation));
      }
    }
    done.forEach(
        (client, all) -> {
          if (client < 0) {
            all.sort(null);
          }
        });
    return done.toString();
  }

  /** Each operation of each client, in its order, with the operations that had ended before it. */
  private String precedence() {
    List<Operation> all = operations();
    List<String> lines = new ArrayList<>();
    for (Operation o : all) {
      Map<Integer, Long> before =
          all.stream()
              .filter(other -> other.client != o.client && other.end < o.begin)
              .collect(
                  Collectors.groupingBy(Operation::client, TreeMap::new, Collectors.counting()));
      long place = all.stream().filter(p -> p.client == o.client && p.begin < o.begin).count();
      lines.add(
          o.client
              + "."
              + place
              + text(o.operation)
              + (o.ended() ? "=" + text(o.result) : o.orphaned ? "never" : "open")
              + before);
    }
    lines.sort(null);
    return lines.toString();
  }

  /** The results with which a client's open operation could end so that a property still holds. */
  Set<String> fitting(Property property, int client) {
    int mine =
        IntStream.range(0, operations().size())
            .filter(i -> operations().get(i).client == client)
            .filter(i -> !operations().get(i).ended() && !operations().get(i).orphaned)
            .findFirst()
            .orElseThrow();
    Set<String> results = new TreeSet<>();
    for (Object result : new Trial(property, operations()).resultsOf(mine)) {
      results.add(text(result));
    }
    return results;
  }

  private Set<String> outcomes(Property property) {
    return outcomes.computeIfAbsent(
        property,
        p -> {
          Trial trial = new Trial(p, operations());
          trial.place(new ArrayList<>());
          return trial.outcomes;
        });
  }

  private static String text(Object value) {
    return CanonicalText.of(value, CanonicalText.Content.FULL);
  }

  /** Tries all orders in which operations may have taken effect. */
  private static final class Trial {
    private final Property property;
    private final List<Operation> all;
    private final boolean realTime;
    private final Set<String> outcomes = new TreeSet<>();
    private final Map<Integer, List<Object>> results = new HashMap<>();

    Trial(Property property, List<Operation> all) {
      this.property = property;
      this.all = all;
      this.realTime = property.consistency().orElseThrow().kind() == Consistency.Kind.LINEARIZABLE;
    }

    List<Object> resultsOf(int operation) {
      place(new ArrayList<>());
      return results.getOrDefault(operation, List.of());
    }

    private void place(List<Integer> order) {
      Optional<List<Object>> given = results(order);
      if (given.isEmpty()) {
        return;
      }
      if (IntStream.range(0, all.size()).allMatch(i -> order.contains(i) || !all.get(i).ended())) {
        outcomes.add(outcome(order, given.get()));
        for (int i = 0; i < order.size(); i++) {
          results.computeIfAbsent(order.get(i), o -> new ArrayList<>()).add(given.get().get(i));
        }
      }
      for (int next = 0; next < all.size(); next++) {
        int candidate = next;
        boolean due =
            !order.contains(next)
                && IntStream.range(0, all.size())
                    .filter(i -> precedes(all.get(i), all.get(candidate)))
                    .allMatch(order::contains);
        if (due) {
          List<Integer> longer = new ArrayList<>(order);
          longer.add(next);
          place(longer);
        }
      }
    }

    private boolean precedes(Operation one, Operation other) {
      return one.ended()
          && (realTime
              ? one.end < other.begin
              : one.client == other.client && one.begin < other.begin);
    }

    /** The results of operations in an order; none if one of them ended with another. */
    private Optional<List<Object>> results(List<Integer> order) {
      SequentialObject object = object();
      List<Object> given = new ArrayList<>();
      for (int i : order) {
        Object result = object.apply(DeepCopy.of(all.get(i).operation));
        if (all.get(i).ended() && !text(result).equals(text(all.get(i).result))) {
          return Optional.empty();
        }
        given.add(result);
      }
      return Optional.of(given);
    }

    private SequentialObject object() {
      return property.consistency().orElseThrow().object().get();
    }

    /** What is left of an order for what can come. */
    private String outcome(List<Integer> order, List<Object> given) {
      SequentialObject object = object();
      order.forEach(i -> object.apply(DeepCopy.of(all.get(i).operation)));
      List<String> open = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        Operation one = all.get(i);
        if (!one.ended() && order.contains(i) && !one.orphaned) {
          open.add(one.client + "=" + text(given.get(order.indexOf(i))));
        } else if (one.orphaned && !order.contains(i)) {
          open.add("later " + text(one.operation));
        }
      }
      open.sort(null);
      return text(object) + open;
    }
  }
}
