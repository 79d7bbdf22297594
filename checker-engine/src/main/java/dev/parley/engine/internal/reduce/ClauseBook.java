package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.IntTable;

/**
 * Stores clauses in an array of integers: their number, then for each clause how many of its needs
 * must be added to the set, how many needs it has, and the needs. Equal clauses are stored once, so
 * they can be compared by where they start.
 */
final class ClauseBook {
  private final IntTable known = new IntTable();
  private final IntSequence starts = new IntSequence();
  private final IntSequence code = new IntSequence();

  /** Writes clauses down, if they are not yet; answers where they start. */
  int write(IntSequence clauses) {
    int number = known.intern(clauses.array(), clauses.size());
    // The table knows the empty sequence from the start; clauses are never empty.
    if (number > starts.size()) {
      starts.add(code.addAll(clauses));
    }
    return starts.get(number - 1);
  }

  /** The integers that clauses are made of. */
  int[] code() {
    return code.array();
  }

  /** What the book takes in memory. */
  long bytes() {
    return known.bytes() + starts.bytes() + code.bytes();
  }
}
