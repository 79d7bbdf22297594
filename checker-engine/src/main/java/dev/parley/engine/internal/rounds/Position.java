package dev.parley.engine.internal.rounds;

import java.util.List;

/**
 * Where a node is in the order of rounds: the ghost variables of section 4.2 of the paper.
 *
 * @param tag the phase and round it is in
 * @param received whether it has received something in that round, and so sends nothing there
 * @param heard whom it has received messages of that round from, ascending; kept only if the
 *     assumption about the network asks for it
 * @param stuck whether it can take no step any more without breaking the assumption
 */
record Position(int tag, boolean received, List<Integer> heard, boolean stuck) {
  static final Position BEGINNING = new Position(Tags.BEGINNING, false, List.of(), false);

  Position {
    heard = List.copyOf(heard);
  }

  Position thatIsStuck() {
    return new Position(tag, received, heard, true);
  }
}
