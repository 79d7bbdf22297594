package dev.parley.engine.result;

import java.util.List;

/**
 * What there is to see along a counterexample besides its steps: what the violated property read,
 * what else could have happened before each step, and which value each property had after it.
 *
 * @param read the fields that the violated property read in the last state
 * @param moments the state before the first step and the one after each step, in this order
 * @param values the properties' values in these states
 * @param timers the handlers that run when a timer fires, by the names that steps have
 * @param rounds the rounds that messages belong to, if they have a phase or a round
 */
public record Survey(
    List<Read> read,
    List<Moment> moments,
    List<PropertyValues> values,
    List<String> timers,
    List<InRound> rounds) {
  /** Keeps its own copies. */
  public Survey {
    read = List.copyOf(read);
    moments = List.copyOf(moments);
    values = List.copyOf(values);
    timers = List.copyOf(timers);
    rounds = List.copyOf(rounds);
  }

  /** A survey of messages without rounds. */
  public Survey(
      List<Read> read, List<Moment> moments, List<PropertyValues> values, List<String> timers) {
    this(read, moments, values, timers, List.of());
  }

  /**
   * A message that belongs to a round.
   *
   * @param message its number in the trace
   * @param place the place of its round among those of the trace, counted from 1
   * @param round its round, as {@code phase 2, round 1}
   */
  public record InRound(int message, int place, String round) {}

  /**
   * A field that the violated property read.
   *
   * @param node the node's name
   * @param field the field's name
   * @param value its content in the last state, as text
   * @param since the step that changed it last; 0 if none did
   * @param decisive whether the property would have its other value with an earlier content of this
   *     field alone
   */
  public record Read(String node, String field, String value, int since, boolean decisive) {}

  /**
   * A state on the way.
   *
   * @param arrived the numbers of the messages that became pending in the step that led here; in
   *     the first state, all that are pending
   * @param gone the numbers of those that are not pending any more
   * @param alternatives what can happen here, what did happen included; empty in the last state
   * @param more how many further alternatives are left out
   */
  public record Moment(
      List<Integer> arrived, List<Integer> gone, List<Alternative> alternatives, int more) {
    /** Keeps its own copies. */
    public Moment {
      arrived = List.copyOf(arrived);
      gone = List.copyOf(gone);
      alternatives = List.copyOf(alternatives);
    }
  }

  /**
   * A handler that can run in a state, or something else that can happen.
   *
   * @param node the node that would take the step, or that it would happen to
   * @param handler the handler, or the label of what would happen
   * @param messages the numbers of the messages that it can take
   * @param ways in how many ways: with which of the messages, and with which choices
   * @param effect what it would do, as text; empty if there are several ways
   */
  public record Alternative(
      String node, String handler, List<Integer> messages, int ways, String effect) {
    /** Keeps its own copy. */
    public Alternative {
      messages = List.copyOf(messages);
    }
  }

  /**
   * The value of a property along the way.
   *
   * @param property the property's name
   * @param spans the values, each from a state on: one more than there are changes
   */
  public record PropertyValues(String property, List<Span> spans) {
    /** Keeps its own copy. */
    public PropertyValues {
      spans = List.copyOf(spans);
    }
  }

  /**
   * A value that a property has for a while.
   *
   * @param from the first state that has it: 0 is the state before the first step
   * @param value {@code true} or {@code false}; {@code unknown} if the property cannot be judged
   */
  public record Span(int from, String value) {}
}
