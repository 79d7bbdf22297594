package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.engine.result.ActionKind;
import java.util.List;
import java.util.Optional;

/**
 * A transition out of a state.
 *
 * @param kind what happens
 * @param at the node that takes it, or that it happens to; the receiver of a message; nobody for
 *     splits
 * @param code which handler runs, if one does
 * @param consumed the consumed messages, or the message that it happens to
 * @param choices what was chosen, in order
 * @param next the state it leads to; absent if it threw
 * @param thrown what it threw, if it did
 */
record NaiveStep(
    ActionKind kind,
    Optional<NodeId> at,
    Optional<NaiveHandler> code,
    List<NaiveState.Envelope> consumed,
    List<Choice> choices,
    Optional<NaiveState> next,
    Optional<Throwable> thrown) {

  /** Something that the network or a fault does, without any code of a node. */
  static NaiveStep outside(
      ActionKind kind, Optional<NodeId> at, List<NaiveState.Envelope> message, NaiveState next) {
    return new NaiveStep(
        kind, at, Optional.empty(), message, List.of(), Optional.of(next), Optional.empty());
  }

  /** The same, of another kind. */
  NaiveStep as(ActionKind other) {
    return new NaiveStep(other, at, code, consumed, choices, next, thrown);
  }

  /** The node, of a transition that has one. */
  NodeId node() {
    return at.orElseThrow();
  }

  /** The handler, of a transition that runs one. */
  NaiveHandler handler() {
    return code.orElseThrow();
  }

  /** Whether it is something that never needs to happen. */
  boolean isFault() {
    return switch (kind) {
      case STEP, TIMER, DELIVER, RESPONSE -> false;
      case LOSE, DUPLICATE, CRASH, RESTART, PARTITION, HEAL -> true;
    };
  }

  /**
   * One answer to {@code choose}.
   *
   * @param value the option taken
   * @param index its place among the options, equal ones counted once
   * @param ordered whether the options came in an order of their own, not as a set
   */
  record Choice(Object value, int index, boolean ordered) {}

  /** What identifies the transition where messages count without auxiliary content. */
  List<Object> relevant() {
    if (code.isEmpty()) {
      // Equal messages, and places in a queue that make no difference, are told apart by nobody.
      return List.of(kind, at, next.orElseThrow().relevant());
    }
    return List.of(
        kind,
        at,
        handler(),
        consumed.stream().map(NaiveState.Envelope::relevantText).sorted().toList(),
        choices.stream().map(Choice::index).toList());
  }
}
