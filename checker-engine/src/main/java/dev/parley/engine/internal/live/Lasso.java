package dev.parley.engine.internal.live;

import java.util.List;

/**
 * A run that goes on for ever: some moves, and then a loop. Without a loop, nothing needs to happen
 * after the moves.
 *
 * @param start the initial state
 * @param prefix the moves that lead to the loop
 * @param loop the moves that are repeated
 * @param stays after how many moves the run is in the states that it does not leave
 */
record Lasso(int start, List<Move> prefix, List<Move> loop, int stays) {
  /** Keeps its own copies. */
  Lasso {
    prefix = List.copyOf(prefix);
    loop = List.copyOf(loop);
  }

  int length() {
    return prefix.size() + loop.size();
  }
}
