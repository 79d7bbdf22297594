package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Moves;
import java.util.Optional;

/**
 * What a walk did in one transition, in words that mean the same in another state.
 *
 * @param node the node that acted, or {@link Action#NOBODY}
 * @param event what happened; events of nodes have the same number in all states
 * @param outcome which outcome
 * @param fault what the environment did, if it was the environment
 */
record Step(int node, int event, int outcome, Optional<Action> fault) {
  static Step of(Moves moves, int move) {
    return moves.node(move) == Action.NOBODY
        ? new Step(Action.NOBODY, 0, 0, Optional.of(moves.change(move).action()))
        : new Step(moves.node(move), moves.event(move), moves.outcome(move), Optional.empty());
  }

  /** The transition of a state that does the same; -1 if there is none. */
  int in(Moves moves) {
    int from = fault.isPresent() ? moves.ofNodes() : 0;
    int to = fault.isPresent() ? moves.size() : moves.ofNodes();
    for (int move = from; move < to; move++) {
      if (equals(of(moves, move))) {
        return move;
      }
    }
    return -1;
  }
}
