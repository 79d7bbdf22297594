package dev.parley.engine.internal.rounds;

/**
 * How far a search by rounds has come: the step that comes next belongs to this round or a later
 * one, to this half of it or a later one, and to this node or a later one.
 *
 * @param tag the round
 * @param receiving whether it is the half in which messages are received
 * @param node the node
 */
record Turn(int tag, boolean receiving, int node) {
  static final Turn FIRST = new Turn(Tags.BEGINNING, false, 0);

  /** Nothing comes next. */
  static final Turn OVER = new Turn(Tags.NONE, true, 0);
}
