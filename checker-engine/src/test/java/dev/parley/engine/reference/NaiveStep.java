package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * A transition out of a state.
 *
 * @param node who takes it
 * @param handler which handler
 * @param consumed the consumed messages
 * @param choices what was chosen, in order
 * @param next the state it leads to; absent if it threw
 * @param thrown what it threw, if it did
 */
record NaiveStep(
    NodeId node,
    NaiveHandler handler,
    List<NaiveState.Envelope> consumed,
    List<Choice> choices,
    Optional<NaiveState> next,
    Optional<Throwable> thrown) {

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
    return List.of(
        node,
        handler,
        consumed.stream().map(NaiveState.Envelope::relevantText).sorted().toList(),
        choices.stream().map(Choice::index).toList());
  }
}
