package dev.parley.engine.internal.live;

/**
 * A transition, by numbers.
 *
 * @param from the state it is taken in
 * @param node the node that acts, or {@link dev.parley.engine.internal.space.Action#NOBODY}
 * @param event what happens
 * @param outcome which outcome of the event
 * @param to the state it leads to
 */
record Move(int from, int node, int event, int outcome, int to) {
  /** The node of a move by which nothing happens. */
  private static final int REST = Integer.MIN_VALUE;

  static Move rest(int from, int to) {
    return new Move(from, REST, 0, 0, to);
  }

  /** Whether nothing happens: the run stays in its state. */
  boolean isRest() {
    return node == REST;
  }
}
