package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * A path from the initial state, readable and replayable.
 *
 * @param initial every node's state before the first step, in topology order
 * @param pending the messages that are pending before the first step
 * @param steps the steps taken
 * @param loop the number of the step from which on the steps are repeated for ever, if they are
 */
public record Trace(
    List<NodeView> initial,
    List<MessageView> pending,
    List<TraceStep> steps,
    Optional<Integer> loop) {
  /** Keeps its own copies. */
  public Trace {
    initial = List.copyOf(initial);
    pending = List.copyOf(pending);
    steps = List.copyOf(steps);
  }

  /** A path that ends. */
  public Trace(List<NodeView> initial, List<MessageView> pending, List<TraceStep> steps) {
    this(initial, pending, steps, Optional.empty());
  }

  /** A path that begins without pending messages. */
  public Trace(List<NodeView> initial, List<TraceStep> steps) {
    this(initial, List.of(), steps);
  }

  /**
   * One node's local state.
   *
   * @param node the node's name
   * @param type its class's simple name
   * @param fields its fields
   */
  public record NodeView(String node, String type, List<FieldView> fields) {
    /** Keeps its own copy. */
    public NodeView {
      fields = List.copyOf(fields);
    }
  }

  /**
   * One field.
   *
   * @param name its name
   * @param value its content as text
   * @param auxiliary whether it is auxiliary
   */
  public record FieldView(String name, String value, boolean auxiliary) {}

  /**
   * One message of the trace.
   *
   * @param number identifies it within the trace: the same number stands where it was sent and
   *     where it was consumed; counted from 1
   * @param from the sender's name
   * @param to the receiver's name
   * @param type the simple name of the message's class
   * @param text its content as text
   */
  public record MessageView(int number, String from, String to, String type, String text) {}

  /**
   * One field that a step changed.
   *
   * @param field its name
   * @param before its content before the step
   * @param after its content after the step
   */
  public record FieldChange(String field, String before, String after) {}

  /**
   * The choices that a step made.
   *
   * @param choices the values chosen, as text
   * @param choiceIndexes the same as indexes, for replay
   */
  public record Choices(List<String> choices, List<Integer> choiceIndexes) {
    /** A step that had nothing to choose. */
    public static final Choices NONE = new Choices(List.of(), List.of());

    /** Keeps its own copies. */
    public Choices {
      choices = List.copyOf(choices);
      choiceIndexes = List.copyOf(choiceIndexes);
    }
  }

  /**
   * One step, or something else that happened.
   *
   * @param number its place, counted from 1
   * @param node the node that took it, or that it happened to
   * @param handler the handler, as {@code Acceptor.read}; the label of what happened if it was no
   *     step
   * @param source where the handler's code is, as {@code Acceptor.java:42}, if known
   * @param consumed the consumed messages, or the message that something happened to
   * @param chosen the choices it made
   * @param sent the messages sent
   * @param changes what changed in the node's local state
   * @param after the node's local state after the step
   * @param exception what the step threw, if it did
   */
  public record TraceStep(
      int number,
      String node,
      String handler,
      Optional<String> source,
      List<MessageView> consumed,
      @Inlined Choices chosen,
      List<MessageView> sent,
      List<FieldChange> changes,
      NodeView after,
      Optional<String> exception) {
    /** Keeps its own copies. */
    public TraceStep {
      consumed = List.copyOf(consumed);
      sent = List.copyOf(sent);
      changes = List.copyOf(changes);
    }

    /** The values chosen, as text. */
    public List<String> choices() {
      return chosen.choices();
    }

    /** The same as indexes, for replay. */
    public List<Integer> choiceIndexes() {
      return chosen.choiceIndexes();
    }

    /** What happened. */
    public ActionKind action() {
      return ActionKind.named(handler);
    }
  }
}
