package dev.parley.engine.internal.space;

import dev.parley.engine.internal.store.EdgeBuffer;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.internal.store.StateView;
import java.util.Arrays;
import java.util.Optional;

/**
 * Expands states from what a {@link Cursor} knows already, in another thread, and changes nothing.
 * Where something is not known, it leaves the state to the cursor. While scouts are at work, the
 * cursor must not be: they read its memos without locks.
 *
 * <p><b>Why several workers come to the same as one.</b> Numbers are given (to local states,
 * messages, inboxes, cells) and users' code runs only where a memo has no answer. A cursor that
 * expands a batch of states in order does so at some of them. Scouts leave at least these to it: at
 * the beginning of the batch the memos know less than later on. And it expands those in their
 * order, after the scouts are done. So the same questions are asked in the same order, and get the
 * same numbers; what scouts answer themselves gives no numbers. So a search with scouts is the same
 * as without, transition by transition, whatever their number and however threads are scheduled.
 * Memos are forgotten between batches only. A selection is a function of the state; where it is
 * more than that for a while ({@link Selector#knownChoices}), scouts do not work.
 */
public final class Scout {
  private final NodeSpace[] nodes;
  private final int[] parts;
  private final int[] changed;
  private final int[] changes;

  /** For each node and event, how many transitions were taken. */
  private final long[][] taken;

  private boolean terminal;

  private final Optional<Selector> selector;
  private final int[] enabled;

  /** Null if all transitions of all states are explored. */
  private Selector.KnownChoices choices;

  Scout(NodeSpace[] nodes, Optional<Selector> selector) {
    this.nodes = nodes;
    this.selector = selector;
    enabled = new int[nodes.length];
    parts = new int[nodes.length];
    changed = new int[nodes.length];
    changes = new int[nodes.length];
    taken = new long[nodes.length][0];
  }

  /**
   * Adds all transitions of a state to a buffer; or nothing if something about them is not known,
   * or if a step throws.
   *
   * @param view what the state is seen with
   * @return whether they were added
   */
  public boolean expand(StateView view, long state, EdgeBuffer into) {
    view.open(state, parts);
    int size = into.size();
    long known = into.known();
    Selection selected = selected();
    if (selected == null) {
      return false;
    }
    for (int node = 0; node < nodes.length; node++) {
      int wanted = wanted(selected, node);
      int done = expand(view, node, wanted, into);
      if (done < wanted) {
        into.cut(size, known);
        takeBack(selected, node, done);
        return false;
      }
    }
    if (choices != null && !terminal) {
      choices.count();
    }
    return true;
  }

  /** Whose transitions are explored in the open state; null if not all about it is known. */
  private Selection selected() {
    int sum = 0;
    int idle = -1;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].knownExpansion(parts[node]);
      int[] code = nodes[node].code();
      if (at == NodeSpace.UNKNOWN || Expansion.hasThrown(code, at)) {
        return null;
      }
      enabled[node] = Expansion.count(code, at);
      sum += enabled[node];
      idle = idle < 0 && nodes[node].idle(parts[node]) > 0 ? node : idle;
    }
    terminal = sum == 0;
    return choices == null || terminal ? Selection.ALL : choices.select(parts, enabled, idle);
  }

  /** How many of a node's transitions are explored. */
  private int wanted(Selection selected, int node) {
    return !selected.includes(node)
        ? 0
        : selected.idleOnly() ? nodes[node].idle(parts[node]) : enabled[node];
  }

  /** Adds a node's first transitions; returns how many, which are less if one is not known. */
  private int expand(StateView view, int node, int wanted, EdgeBuffer into) {
    int[] code = nodes[node].code();
    long[] counts = taken[node];
    int transition = Expansion.first(nodes[node].knownExpansion(parts[node]));
    for (int i = 0; i < wanted; i++) {
      long successor = successor(view, node, code, transition);
      if (successor < 0) {
        return i;
      }
      into.add(successor, node);
      counts[Expansion.event(code, transition)]++;
      transition = Expansion.endOfBundles(code, transition);
    }
    return wanted;
  }

  /** Takes back what was counted: all of the nodes before one, and some transitions of this. */
  private void takeBack(Selection selected, int last, int some) {
    for (int node = 0; node <= last; node++) {
      int[] code = nodes[node].code();
      int transition = Expansion.first(nodes[node].knownExpansion(parts[node]));
      for (int i = node < last ? wanted(selected, node) : some; i > 0; i--) {
        taken[node][Expansion.event(code, transition)]--;
        transition = Expansion.endOfBundles(code, transition);
      }
    }
  }

  /** Whether the state expanded last has no transitions. */
  public boolean wasTerminal() {
    return terminal;
  }

  /** The state that a transition leads to, or something negative. */
  private long successor(StateView view, int node, int[] code, int transition) {
    changed[0] = node;
    changes[0] = Expansion.cell(code, transition);
    int count = 1;
    int end = Expansion.endOfBundles(code, transition);
    for (int at = Expansion.bundles(transition); at < end; at = Expansion.nextBundle(at)) {
      int recipient = Expansion.recipient(code, at);
      int placed = nodes[recipient].knownPlace(parts[recipient], Expansion.bundle(code, at));
      if (placed == LongIntMap.ABSENT) {
        return -1;
      }
      changed[count] = recipient;
      changes[count++] = placed;
    }
    return view.successor(changed, changes, count);
  }

  /**
   * Makes ready for a batch.
   *
   * @return whether scouts can be of use: whose transitions are explored depends on the state alone
   */
  public boolean prepare() {
    if (selector.isPresent()) {
      Optional<Selector.KnownChoices> known = selector.get().knownChoices();
      if (known.isEmpty()) {
        return false;
      }
      choices = known.get();
    }
    for (int node = 0; node < nodes.length; node++) {
      if (taken[node].length < nodes[node].taken().length) {
        taken[node] = new long[nodes[node].taken().length];
      }
    }
    return true;
  }

  /** Hands over to the cursor what was counted. Nobody may expand states meanwhile. */
  public void handOver() {
    for (int node = 0; node < nodes.length; node++) {
      nodes[node].count(taken[node]);
      Arrays.fill(taken[node], 0);
    }
    if (choices != null) {
      choices.handOver();
    }
  }
}
