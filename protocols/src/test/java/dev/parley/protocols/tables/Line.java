package dev.parley.protocols.tables;

import java.util.Optional;

/**
 * One search of a row, the paper's and ours.
 *
 * @param search what it is called
 * @param over which other line of the row it is meant to improve upon; empty if none
 * @param published what the paper says
 * @param run what stands for it here, if anything does
 */
record Line(String search, String over, Published published, Optional<Run> run) {
  static Line both(String search, String over, Published published, Run run) {
    return new Line(search, over, published, Optional.of(run));
  }

  static Line ours(String search, String over, Run run) {
    return both(search, over, Published.NOTHING, run);
  }

  /** A search that Parley has no counterpart of. */
  static Line papers(String search, String over, Published published) {
    return new Line(search, over, published, Optional.empty());
  }

  /** The same without anything to compare it with. */
  Line overNothing() {
    return new Line(search, "", published, run);
  }
}
