package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.space.Moves;

/** Chooses the transitions of one walk. */
interface Schedule {
  /**
   * Chooses among the transitions of a state. None of them throws, and there is at least one.
   *
   * @param moves the transitions
   * @param step how many the walk has taken before
   * @return the number of the chosen one
   */
  int choose(Moves moves, int step);
}
