package dev.parley.engine.internal.symmetry;

import dev.parley.engine.internal.space.Environment;
import java.util.Arrays;

/**
 * Finds the state that stands for a state and all that it becomes under other names.
 *
 * <p>Each interchangeable node gets a <b>signature</b> that does not depend on names: what its cell
 * is like, how it looks in the cells of all nodes, and what the environment says of it ({@link
 * Features}). Nodes are put in the order of their signatures. If all are different, there is one
 * such order, and it is the same for all states of the orbit.
 *
 * <p><b>Ties.</b> Nodes with equal signatures may be told apart only by looking closer. If two can
 * be exchanged and the state stays what it is, their order does not matter. If that holds for all
 * neighbours in a tie, it holds for every order of the tie, since exchanges of neighbours generate
 * all. Else signatures are refined once by those of the nodes that are named together, and what is
 * then still tied is tried in all orders; the smallest state of those is taken. The states tried
 * are the same ones for the whole orbit, so the form is exact.
 *
 * <p>If there were more than {@link #MOST_ORDERS} orders to try, the first is taken. That is a
 * state of the same orbit, but another one may be taken for another state of it. Rejected: giving
 * up symmetry then, since few states have such ties.
 */
final class CanonicalForm {
  /** How many orders are tried at most for one state. */
  static final int MOST_ORDERS = 5_040;

  private final Renaming renaming;
  private final Group group;
  private final Environment environment;
  private final int nodes;

  private final Signatures sums;

  /** By node, as far as it is interchangeable. */
  private final long[] signatures;

  private final long[] refined;

  /** Of the cells of the state, once they are needed. */
  private final Features[] features;

  private final boolean around;
  private boolean hasFeatures;

  /** Whether the order found differs from that of the state. */
  private boolean moved;

  private final double groupSize;

  /** For each set, its nodes by signature. */
  private final int[][] orders;

  /** The exchange of two nodes of one set. */
  private final Permutation[][] exchanges;

  private final Permutation permutation;
  private final int[] scratch;
  private final int[] best;

  private long inexact;
  private double fixing;

  /** For each node the one whose name it got when a state was replaced last. */
  private final int[] names;

  CanonicalForm(Renaming renaming, Environment environment, int parts) {
    this.renaming = renaming;
    this.environment = environment;
    group = renaming.group();
    nodes = group.nodes();
    sums = new Signatures(renaming);
    around = environment != Environment.NONE;
    groupSize = group.size().doubleValue();
    signatures = new long[nodes];
    refined = new long[nodes];
    features = new Features[nodes];
    orders = new int[group.orbits()][];
    exchanges = new Permutation[nodes][nodes];
    for (int orbit = 0; orbit < orders.length; orbit++) {
      orders[orbit] = group.orbit(orbit).clone();
    }
    for (Permutation exchange : group.exchanges()) {
      int one = 0;
      while (exchange.of(one) == one) {
        one++;
      }
      exchanges[one][exchange.of(one)] = exchange;
      exchanges[exchange.of(one)][one] = exchange;
    }
    permutation = new Permutation(group);
    names = new int[nodes];
    scratch = new int[parts];
    best = new int[parts];
  }

  /** How many states were given a form that is not the same for all of their orbit. */
  long inexact() {
    return inexact;
  }

  /** Counts on from so many. */
  void setInexact(long states) {
    inexact = states;
  }

  /** What its tables take in memory. */
  long bytes() {
    return sums.bytes();
  }

  /**
   * Replaces a state by the one that stands for it.
   *
   * @return for each node the one whose name it gets
   */
  int[] named(int[] parts) {
    apply(parts);
    return names.clone();
  }

  /** Makes a state the one whose successors come next. */
  void open(int[] parts) {
    if (!around) {
      sums.open(parts);
    }
  }

  /** Replaces a state by the one that stands for it. */
  void apply(int[] parts) {
    sums.sign(parts);
    place(parts);
  }

  /** The same for one that differs from the open one only in some parts. */
  void apply(int[] parts, int[] changed, int count) {
    if (around) {
      apply(parts);
    } else {
      sums.sign(parts, changed, count);
      place(parts);
    }
  }

  private void place(int[] parts) {
    boolean tied = sort(parts);
    if (!tied || isClear() || settled(parts)) {
      permutation.reset();
      if (moved) {
        arrange();
        rename(parts);
      }
      System.arraycopy(permutation.image(), 0, names, 0, nodes);
    } else {
      settle(parts);
    }
  }

  /** Whether nodes with equal signatures can be exchanged, without looking closer. */
  private boolean isClear() {
    return !around && sums.allClear();
  }

  /** Puts the nodes of all sets in the order of their signatures; whether some are equal. */
  private boolean sort(int[] parts) {
    hasFeatures = false;
    sign(parts);
    moved = false;
    boolean tied = false;
    for (int orbit = 0; orbit < orders.length; orbit++) {
      tied |= sort(orbit, signatures);
    }
    return tied;
  }

  /**
   * How many states a state stands for; 0 if that is not known because its form is not exact.
   *
   * @param parts a state that stands for others
   */
  double orbitSize(int[] parts) {
    sums.sign(parts);
    boolean tied = sort(parts);
    if (!tied || isClear()) {
      return groupSize / freeOrders(parts);
    }
    int[] copy = parts.clone();
    long before = inexact;
    fixing = 0;
    apply(copy);
    if (inexact != before) {
      inexact = before;
      return 0;
    }
    return groupSize / (fixing == 0 ? freeOrders(parts) : fixing);
  }

  // Signatures ---------------------------------------------------------------------------------

  private void sign(int[] parts) {
    long[] of = sums.sums();
    for (int member = 0; member < of.length; member++) {
      signatures[group.node(member)] = of[member];
    }
    if (around) {
      for (int[] order : orders) {
        for (int node : order) {
          signatures[node] += Features.mix(environment.mark(parts, node), 12);
        }
      }
    }
  }

  private void lookAtCells(int[] parts) {
    if (!hasFeatures) {
      for (int node = 0; node < nodes; node++) {
        features[node] = renaming.cellFeatures(node, parts[node]);
      }
      hasFeatures = true;
    }
  }

  /** Tells nodes apart by the signatures of those that name them. */
  private void refine() {
    for (int[] order : orders) {
      for (int node : order) {
        refined[node] = Features.mix(signatures[node], 14);
      }
    }
    for (int node = 0; node < nodes; node++) {
      Features seen = features[node];
      if (seen.mask == 0) {
        continue;
      }
      long together = 0;
      for (long left = seen.mask; left != 0; left &= left - 1) {
        int member = Long.numberOfTrailingZeros(left);
        together += Features.mix(signatures[group.node(member)], seen.views[member]);
      }
      together += group.isMember(node) ? signatures[node] : node;
      for (long left = seen.mask; left != 0; left &= left - 1) {
        int member = Long.numberOfTrailingZeros(left);
        refined[group.node(member)] += Features.mix(seen.shares[member], together);
      }
    }
    for (int[] order : orders) {
      for (int node : order) {
        signatures[node] = refined[node];
      }
    }
  }

  /** Puts the nodes of a set in order; whether some of them are equal. */
  private boolean sort(int orbit, long[] by) {
    int[] order = orders[orbit];
    System.arraycopy(group.orbit(orbit), 0, order, 0, order.length);
    boolean tied = false;
    for (int i = 1; i < order.length; i++) {
      int node = order[i];
      long key = by[node];
      int at = i;
      while (at > 0 && by[order[at - 1]] > key) {
        order[at] = order[at - 1];
        at--;
      }
      tied |= at > 0 && by[order[at - 1]] == key;
      moved |= at < i;
      order[at] = node;
    }
    return tied;
  }

  private int endOfTie(int orbit, int from, long[] by) {
    int[] order = orders[orbit];
    int to = from + 1;
    while (to < order.length && by[order[to]] == by[order[from]]) {
      to++;
    }
    return to;
  }

  private boolean settled(int[] parts) {
    boolean settled = true;
    for (int orbit = 0; orbit < orders.length; orbit++) {
      settled &= settled(parts, orbit, signatures);
    }
    return settled;
  }

  /** Whether the order of tied nodes makes no difference. */
  private boolean settled(int[] parts, int orbit, long[] by) {
    int[] order = orders[orbit];
    for (int i = 1; i < order.length; i++) {
      if (by[order[i]] == by[order[i - 1]] && !exchangeable(parts, order[i - 1], order[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean exchangeable(int[] parts, int one, int other) {
    lookAtCells(parts);
    Permutation exchange = exchanges[one][other];
    if (!renaming.keeps(parts, features, exchange, one, other)) {
      return false;
    }
    if (!around) {
      return true;
    }
    environment.rename(parts, exchange.image(), scratch);
    return Arrays.equals(parts, nodes, parts.length, scratch, nodes, parts.length);
  }

  // Orders -------------------------------------------------------------------------------------

  /** The permutation that puts nodes in the order found. */
  private void arrange() {
    for (int orbit = 0; orbit < orders.length; orbit++) {
      int[] places = group.orbit(orbit);
      int[] order = orders[orbit];
      for (int i = 0; i < order.length; i++) {
        permutation.set(order[i], places[i]);
      }
    }
    permutation.finish();
  }

  private void rename(int[] parts) {
    if (!permutation.isIdentity()) {
      renaming.state(parts, permutation, scratch);
      System.arraycopy(scratch, 0, parts, 0, parts.length);
    }
  }

  /** Looks closer at ties that matter. */
  private void settle(int[] parts) {
    lookAtCells(parts);
    refine();
    double count = 1;
    for (int orbit = 0; orbit < orders.length; orbit++) {
      sort(orbit, signatures);
      count *= orders(parts, orbit);
    }
    arrange();
    System.arraycopy(permutation.image(), 0, names, 0, nodes);
    if (count > MOST_ORDERS) {
      inexact++;
      rename(parts);
      return;
    }
    int[] state = parts.clone();
    rename(parts);
    System.arraycopy(parts, 0, best, 0, parts.length);
    long[] smallest = {0};
    tryOrders(state, 0, 0, smallest);
    fixing = smallest[0] * freeOrders(state);
    System.arraycopy(best, 0, parts, 0, parts.length);
  }

  /** How many orders there are to try of one set. */
  private double orders(int[] parts, int orbit) {
    double count = 1;
    int from = 0;
    while (from < orders[orbit].length) {
      int to = endOfTie(orbit, from, signatures);
      if (matters(parts, orbit, from, to)) {
        for (int i = 2; i <= to - from; i++) {
          count *= i;
        }
      }
      from = to;
    }
    return count;
  }

  private boolean matters(int[] parts, int orbit, int from, int to) {
    if (isClear()) {
      return false;
    }
    for (int i = from + 1; i < to; i++) {
      if (!exchangeable(parts, orders[orbit][i - 1], orders[orbit][i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many orders lead to one state, of ties that do not matter. In the order that signatures
   * give, so it is the same before and after renaming.
   */
  private double freeOrders(int[] state) {
    double count = 1;
    for (int orbit = 0; orbit < orders.length; orbit++) {
      int from = 0;
      while (from < orders[orbit].length) {
        int to = endOfTie(orbit, from, signatures);
        if (!matters(state, orbit, from, to)) {
          for (int i = 2; i <= to - from; i++) {
            count *= i;
          }
        }
        from = to;
      }
    }
    return count;
  }

  /** Tries all orders of the ties from a place on that matter; keeps the smallest state. */
  private void tryOrders(int[] state, int orbit, int from, long[] smallest) {
    if (orbit == orders.length) {
      tryOrder(state, smallest);
    } else if (from >= orders[orbit].length) {
      tryOrders(state, orbit + 1, 0, smallest);
    } else {
      int to = endOfTie(orbit, from, signatures);
      if (to - from > 1 && matters(state, orbit, from, to)) {
        permute(state, orbit, from, to, from, smallest);
      } else {
        tryOrders(state, orbit, to, smallest);
      }
    }
  }

  private void permute(int[] state, int orbit, int from, int to, int at, long[] smallest) {
    if (at == to) {
      tryOrders(state, orbit, to, smallest);
      return;
    }
    int[] order = orders[orbit];
    for (int i = at; i < to; i++) {
      swap(order, at, i);
      permute(state, orbit, from, to, at + 1, smallest);
      swap(order, at, i);
    }
  }

  private static void swap(int[] order, int one, int other) {
    int node = order[one];
    order[one] = order[other];
    order[other] = node;
  }

  private void tryOrder(int[] state, long[] smallest) {
    arrange();
    renaming.state(state, permutation, scratch);
    int comparison = Arrays.compare(scratch, best);
    if (comparison < 0) {
      System.arraycopy(scratch, 0, best, 0, best.length);
      System.arraycopy(permutation.image(), 0, names, 0, nodes);
      smallest[0] = 1;
    } else if (comparison == 0) {
      smallest[0]++;
    }
  }
}
