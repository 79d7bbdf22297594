package dev.parley.engine.internal.live;

import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.EventFilter;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What is searched for fair runs. Its places have numbers, those in which runs begin the first
 * ones; each is in a state of the instance. A run that stays must, besides being fair, meet each of
 * some goals again and again.
 */
interface Graph {
  /** All places have smaller numbers. */
  int size();

  /** In how many places runs begin. */
  int initials();

  /** Adds the successors of a place; where nothing is owed, also that the run stays there. */
  void successors(int place, IntSequence into);

  /** Whether nothing is owed in a place, so that a fair run may stay in its state for ever. */
  boolean mayRest(int place);

  /** The parts of the state of a place, for the moment. */
  int[] open(int place);

  /** Whether a node can step in a state, given by its parts. */
  boolean isUp(int[] state, int node);

  /** Takes a transition that leads to a place. */
  @FunctionalInterface
  interface MoveTaker {
    void take(int node, int event, int outcome, int to);
  }

  /**
   * Hands out transitions that leave a place. No other may be opened meanwhile.
   *
   * @param wanted those of which events
   */
  void eachMove(int place, EventFilter wanted, MoveTaker taker);

  /** The moves by which nothing happens; none if the run may not rest in a place. */
  List<Move> rests(int place);

  /** What happens in a move, spelled out. */
  Action action(Move move);

  /** How many goals there are. */
  int goals();

  /** Whether to go from a place to a successor can meet a goal. */
  boolean meets(int from, int to, int goal);

  /** Which of some layers a place is in. */
  int layer(int place);

  /** Whether a run that stays within some layers could meet all goals, as far as these tell. */
  boolean mayMeetGoals(BitSet layers);

  /** Counts further tables as memory, from now on. */
  void uses(long bytes);

  /** Whether so many bytes more would be too much. */
  boolean lacks(long bytes);

  /** The parts of the state of a place, for good. */
  default int[] parts(int place) {
    return open(place).clone();
  }

  /** The transitions that leave a place, and before them those by which nothing happens. */
  default List<Move> moves(int place) {
    List<Move> moves = new ArrayList<>(rests(place));
    eachMove(
        place,
        (node, event) -> true,
        (node, event, outcome, to) -> moves.add(new Move(place, node, event, outcome, to)));
    return moves;
  }
}
