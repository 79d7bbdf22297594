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
record Move(int from, int node, int event, int outcome, int to) {}
