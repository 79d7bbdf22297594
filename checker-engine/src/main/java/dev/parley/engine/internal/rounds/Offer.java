package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.space.LocalTransition;
import java.util.List;
import java.util.Optional;

/**
 * A step that a node could take, seen as part of a round.
 *
 * @param transition the step
 * @param tag the round it belongs to: that of the messages it consumes, or else of those it sends
 *     first, or else the round its node is in
 * @param receiving whether it belongs to the second half of that round, in which messages are
 *     received
 * @param position where its node is afterwards, by number
 * @param departures the rounds that its node leaves by it, and whom it has heard there
 * @param breach what is wrong with it
 */
record Offer(
    LocalTransition transition,
    int tag,
    boolean receiving,
    int position,
    List<Departure> departures,
    Optional<Breach> breach) {
  /** A round that a node leaves, and whom it has heard in it. */
  record Departure(int tag, List<Integer> heard) {}

  /**
   * A condition that a step does not keep.
   *
   * @param condition the condition
   * @param message the message concerned
   * @param tag the tag at fault; {@link Tags#NONE} if the message has none
   * @param nodeTag where the node is
   */
  record Breach(Condition condition, int message, int tag, int nodeTag) {}

  static Offer broken(LocalTransition transition, Breach breach) {
    return new Offer(transition, Tags.BEGINNING, false, 0, List.of(), Optional.of(breach));
  }
}
