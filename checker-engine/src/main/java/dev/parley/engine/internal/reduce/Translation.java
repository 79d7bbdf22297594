package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.StepRunner;
import java.util.Arrays;
import java.util.BitSet;

/**
 * From the numbers of the search to those of the closure. The two have runners of their own, so
 * that trial runs leave no mark on the search; each local state and each message is looked up once.
 */
final class Translation {
  private static final int UNKNOWN = -1;

  private final LocalClosure closure;
  private final StateSpace space;
  private final StepRunner runner;
  private final int[][] indexes;
  private int[] envelopes = new int[0];
  private int pendingNode = UNKNOWN;
  private int pendingCell = UNKNOWN;
  private BitSet pending = new BitSet();

  Translation(LocalClosure closure, StateSpace space, StepRunner runner) {
    this.closure = closure;
    this.space = space;
    this.runner = runner;
    this.indexes = new int[space.nodeCount()][0];
  }

  LocalClosure closure() {
    return closure;
  }

  LocalGraph graph(int node) {
    return closure.graph(node);
  }

  /** The closure's indexes of the initial local states. */
  int[] initialIndexes() {
    int[] locals = space.initialLocals();
    for (int node = 0; node < locals.length; node++) {
      locals[node] = indexOf(node, locals[node]);
    }
    return locals;
  }

  /** The closure's indexes of the local states in a state's cells. */
  int[] indexes(int[] cells) {
    int[] all = new int[cells.length];
    for (int node = 0; node < cells.length; node++) {
      all[node] = index(node, cells[node]);
    }
    return all;
  }

  /** The closure's index of the local state in a cell. */
  int index(int node, int cell) {
    return indexOf(node, space.local(node, cell));
  }

  /** The closure's index of a local state. */
  int indexOf(int node, int local) {
    if (local >= indexes[node].length) {
      int known = indexes[node].length;
      indexes[node] = Arrays.copyOf(indexes[node], local + (local >> 1) + 16);
      Arrays.fill(indexes[node], known, indexes[node].length, UNKNOWN);
    }
    if (indexes[node][local] == UNKNOWN) {
      StepRunner trials = closure.runner();
      int known = trials.representative(node, trials.localOf(runner, node, local));
      int index = graph(node).index(known);
      if (index < 0) {
        throw new IllegalStateException(
            "a reachable local state is not in the closure of local steps: "
                + runner.fields(node, local));
      }
      indexes[node][local] = index;
    }
    return indexes[node][local];
  }

  /** The letters pending in a cell; not to be changed. */
  BitSet pending(int node, int cell) {
    // Everything about a cell is asked in a row.
    if (node != pendingNode || cell != pendingCell) {
      pending = new BitSet();
      for (int envelope : space.pending(node, cell)) {
        pending.set(letter(node, envelope));
      }
      pendingNode = node;
      pendingCell = cell;
    }
    return pending;
  }

  /** Whether letters are all pending in a cell. */
  boolean arePending(int node, int cell, int[] letters) {
    BitSet there = pending(node, cell);
    for (int letter : letters) {
      if (!there.get(letter)) {
        return false;
      }
    }
    return true;
  }

  /** The closure's letter for an envelope of the search. */
  int letter(int recipient, int envelope) {
    if (envelope >= envelopes.length) {
      int known = envelopes.length;
      envelopes = Arrays.copyOf(envelopes, envelope + (envelope >> 1) + 16);
      Arrays.fill(envelopes, known, envelopes.length, UNKNOWN);
    }
    if (envelopes[envelope] == UNKNOWN) {
      envelopes[envelope] =
          closure
              .runner()
              .messages()
              .envelopeOf(
                  runner.messages().sender(envelope),
                  runner.messages().restore(envelope, Arrangement.FORWARD));
    }
    return closure.letter(recipient, envelopes[envelope]);
  }
}
