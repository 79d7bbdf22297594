package dev.parley.engine.internal.space;

import dev.parley.engine.internal.store.IntSequence;

/**
 * How the transitions of a cell are laid out as integers; the only place that knows.
 *
 * <p>An expansion starts with a head: twice the number of transitions, plus 1 if some step threw.
 * Then come the transitions, each with the new cell (or {@link #THREW}), the event, which of the
 * event's outcomes it is, the number of bundles sent, and for each bundle the recipient and the
 * bundle. These are static methods on arrays, not objects: the search reads some integers for every
 * transition of every state, and nothing else happens there.
 */
final class Expansion {
  /** Stands for the new cell of a transition whose step threw. */
  static final int THREW = -1;

  private static final int EVENT = 1;
  private static final int OUTCOME = 2;
  private static final int BUNDLES = 3;
  private static final int FIRST_BUNDLE = 4;

  private Expansion() {}

  // Reading ------------------------------------------------------------------------------------

  /** How many transitions an expansion has that starts here. */
  static int count(int[] code, int at) {
    return code[at] >>> 1;
  }

  /** Whether some step of an expansion that starts here threw. */
  static boolean hasThrown(int[] code, int at) {
    return (code[at] & 1) != 0;
  }

  /** The first transition of an expansion that starts here. */
  static int first(int at) {
    return at + 1;
  }

  /** The transition after the given one. */
  static int next(int[] code, int transition) {
    return endOfBundles(code, transition);
  }

  /** The cell a transition leads to, or {@link #THREW}. */
  static int cell(int[] code, int transition) {
    return code[transition];
  }

  static boolean threw(int[] code, int transition) {
    return code[transition] == THREW;
  }

  /** What happens in a transition: see {@link NodeCells#event}. */
  static int event(int[] code, int transition) {
    return code[transition + EVENT];
  }

  /** Which outcome of its event a transition is. */
  static int outcome(int[] code, int transition) {
    return code[transition + OUTCOME];
  }

  /** The first bundle that a transition sends to another node. */
  static int bundles(int transition) {
    return transition + FIRST_BUNDLE;
  }

  /** Where the bundles end that a transition sends. */
  static int endOfBundles(int[] code, int transition) {
    return transition + FIRST_BUNDLE + 2 * code[transition + BUNDLES];
  }

  /** The bundle after the given one. */
  static int nextBundle(int bundle) {
    return bundle + 2;
  }

  static int recipient(int[] code, int bundle) {
    return code[bundle];
  }

  static int bundle(int[] code, int bundle) {
    return code[bundle + 1];
  }

  // Writing ------------------------------------------------------------------------------------

  /** Begins an expansion, which is alone in the sequence. */
  static void begin(IntSequence code) {
    code.add(0);
  }

  /** Adds a transition; its bundles follow, as many as are announced. */
  static void addTransition(IntSequence code, int cell, int event, int outcome, int bundles) {
    code.add(cell);
    code.add(event);
    code.add(outcome);
    code.add(bundles);
    code.set(0, (code.get(0) + 2) | (cell == THREW ? 1 : 0));
  }

  static void addBundle(IntSequence code, int recipient, int bundle) {
    code.add(recipient);
    code.add(bundle);
  }
}
