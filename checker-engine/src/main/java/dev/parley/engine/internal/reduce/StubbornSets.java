package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.Selection;
import dev.parley.engine.internal.space.Selector;
import dev.parley.engine.options.PartialOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;

/**
 * Partial-order reduction by strong stubborn sets (Valmari), on the message-passing model of
 * MP-Basset (Bokor, Kinder, Serafini, Suri), and sharper where more is known.
 *
 * <p><b>The model.</b> A transition is (node, handler, consumed set). Steps of different nodes
 * never disable each other and commute: each takes from its own inbox only, and adding to an inbox
 * can be done before or after. Only one relation is left: a step may enable another by sending.
 * Steps of one node count as dependent, except idle ones ({@link IdlePackets}), which are
 * independent of all steps.
 *
 * <p><b>The set.</b> In a state s a set T of transitions, enabled or not, is built from a seed, an
 * enabled node:
 *
 * <ol>
 *   <li><b>Whole nodes.</b> If an enabled transition of a node is in T, all transitions of that
 *       node are in T, except those that consume an idle packet.
 *   <li><b>What enables.</b> If a disabled transition is in T, one of certain other transitions
 *       must happen before it becomes enabled, and T contains all of these: see {@link Needs}. If
 *       messages are missing, pick one and add every transition that can send it. If the node must
 *       be in another local state, add all transitions of the node.
 *   <li><b>What is sought.</b> If T contains an enabled transition that a property over several
 *       nodes can see, then T also contains transitions without which the property cannot get the
 *       sought value: false for an invariant, true for a goal ({@link Visibility}, {@link
 *       Question}).
 *   <li><b>Cycles.</b> If T contains an enabled transition that may close a cycle, the state is
 *       fully explored ({@link Cycles}).
 *   <li><b>Faults.</b> T contains no transition of a node that something may interfere with that is
 *       no step ({@link dev.parley.engine.internal.space.Environment#exposed}), and nothing has to
 *       happen at such a node for the sake of 2 or 3. Then all faults are independent of T, and are
 *       transitions like those of another node. If there is no such T, the state is fully explored,
 *       faults included. A set that keeps violations near is not looked for, because a fault may be
 *       what is near.
 * </ol>
 *
 * The enabled transitions of T are explored; there is at least one, the seed's.
 *
 * <p><b>Or</b> T consists of the transitions that consume one idle packet. They all do the same and
 * commute with every other transition. They stay enabled until one of them is taken, and none
 * closes a cycle.
 *
 * <p><b>Why nothing is missed.</b> Let w = t1...tn lead from s to some state, in the full state
 * space. If some ti is in T, take the first. It is enabled in s: else, by 2, something of T would
 * have to happen before it. The ones before it are of other nodes, by 1, or without effect, so ti
 * t1...ti-1 ti+1...tn leads to the same state, and the rest is shorter by one. If none is in T,
 * then a seed's transition t is independent of all of them: t can be put in front, and t w leads
 * where w t leads. In either case each node takes the same steps in the same order as along w, or a
 * continuation of w, but for steps without effect, which may come sooner. By 4 the second case
 * happens only finitely often before a fully explored state is met, where it cannot happen (or,
 * without cycles, before nothing is left); so there is a path in the reduced space that is a
 * reordering of w w' for some w'. Hence:
 *
 * <ul>
 *   <li><i>terminal states</i> are all found, as they are: w' is empty there, and 4 is not needed;
 *   <li><i>every local step</i> with an effect that happens somewhere happens in the reduced space,
 *       with the same local state before and after and the same messages. So are exceptions and
 *       mistakes in steps found, and every property that depends on one node's local state is
 *       decided. A property that depends on none is decided by any state;
 *   <li><i>properties over several nodes</i>: let w lead to a state with the sought result. In the
 *       first case the reordered path leads to the very same state. In the second case no
 *       transition of w is in T, and w comes to the result all the same; so, by 3, no enabled
 *       transition of T can be seen, and t w leads to a state that looks the same to the property.
 *       Either way the result is there at the end. Results that one node alone decides are left out
 *       of 3: that the node comes there is a local step;
 *   <li><i>goals</i> that the search has reached need not be reached again: from then on 3 does not
 *       ask for them.
 * </ul>
 *
 * Properties that look at pending messages see every step, and there is no reduction for them
 * ({@link Reductions}); terminal ones may look at what they like.
 *
 * <p><b>What the tests catch.</b> Without 1: {@code PartialOrderTest#aNodesStepsStayTogether}.
 * Without 2: {@code #whatEnablesAStepIsTakenAlong}. Without 3: {@code
 * #whatAPropertySeeksIsNotPassedBy}. Without 4: {@code #nothingIsIgnoredForEver}. Random protocols
 * catch the first two as well ({@code ReductionDifferentialTest}). What is asked of idle packets
 * has a test each in {@code IdleStepsTest}.
 *
 * <p>The set depends on the state alone, not on the search, but for goals that have been reached.
 * So without goals over several nodes the number of states does not depend on the order of the
 * search, and states that stay off the stack make no difference.
 *
 * <p><b>Near violations.</b> Let T also contain a node without which no invariant can break and no
 * step can fail. Then on the way to a violation only the first of the two cases above can happen:
 * the reordered path leads to the same state and has the same length. So a breadth-first search
 * finds a violation as early as without reduction. This is the seed {@code NEAREST}. It skips fewer
 * transitions elsewhere. Idle steps do not go first there; they are on no shortest path, so T need
 * not contain anything for their sake.
 */
final class StubbornSets implements Selector {
  /**
   * If nothing could be skipped in this many states with a choice, the reduction gives up, because
   * it only costs time. All states so far were fully explored, and so are the rest.
   */
  private static final int PATIENCE = 10_000;

  /** After how many choices the sets look whether goals were reached. */
  private static final int GOALS_EVERY = 1 << 10;

  /** How many ranks there are: see {@link Needs#rank}. */
  private static final int RANKS = 3;

  private final Needs needs;
  private final CellKinds kinds;
  private final Visibility visibility;

  /**
   * For violations that must be found as near as without reduction; asks for nothing unless the
   * seed is {@code NEAREST}.
   */
  private final Visibility nearby;

  private final PartialOrder.Seed seedRule;
  private final SelectionMemo memo;

  /** The state, as kinds of cells, and with an example cell for each kind. */
  private final int[] state;

  private final int[] cells;
  private int[] enabled;

  /** The nodes that something may interfere with that is no step. */
  private BitSet exposed = new BitSet();

  /** The nodes all of whose transitions are in the set; of these, the ones not yet processed. */
  private final BitSet nodes = new BitSet();

  private final BitSet newNodes = new BitSet();

  /** Nodes that make a set too large: one was built with them in this state, without gain. */
  private final BitSet hopeless = new BitSet();

  /** The groups that see a step of the set, and may wait for somebody who is not in it. */
  private final BitSet newGroups = new BitSet();

  /** The same of what is to be near. */
  private final BitSet newNearby = new BitSet();

  private boolean keepsNear;

  /** The nodes of which a group waits for one. */
  private final BitSet awaited = new BitSet();

  /** For each node, the choice to consume its idle message. */
  private final Selection[] idleFirst;

  private int weight;

  /** For each need, the set it was last put into. */
  private final int[] taken;

  private int set;
  private long choices;
  private long reduced;
  private long settles;
  private final int[] newNeeds;
  private int newNeedCount;
  private int[] open = new int[64];
  private int openCount;

  StubbornSets(
      Needs needs,
      Visibility visibility,
      Visibility nearby,
      PartialOrder.Seed seedRule,
      int nodeCount) {
    this(
        needs,
        visibility,
        nearby,
        new CellKinds(needs, visibility, nearby, nodeCount),
        seedRule,
        nodeCount);
  }

  private StubbornSets(
      Needs needs,
      Visibility visibility,
      Visibility nearby,
      CellKinds kinds,
      PartialOrder.Seed seedRule,
      int nodeCount) {
    this.needs = needs;
    this.nearby = nearby;
    this.kinds = kinds;
    this.visibility = visibility;
    this.seedRule = seedRule;
    this.memo = new SelectionMemo(nodeCount);
    state = new int[nodeCount];
    cells = new int[nodeCount];
    idleFirst = new Selection[nodeCount];
    Arrays.setAll(idleFirst, Selection::idleOf);
    taken = new int[needs.count()];
    newNeeds = new int[needs.count()];
  }

  /** Sets from another seed, to be used after these. Both share the kinds of cells. */
  StubbornSets followedBy(PartialOrder.Seed other) {
    return new StubbornSets(needs, visibility, nearby, kinds, other, state.length);
  }

  @Override
  public Selection select(int[] newCells, int[] newEnabled, int idle, BitSet newExposed) {
    enabled = newEnabled;
    exposed = newExposed;
    // Whatever may interfere counts as one more transition.
    int total = exposed.isEmpty() ? 0 : 1;
    for (int node = 0; node < state.length; node++) {
      total += enabled[node];
    }
    if (total == 1 || gaveUp() || !exposed.isEmpty() && faultsMatter()) {
      return Selection.ALL;
    }
    if (idle >= 0 && seedRule != PartialOrder.Seed.NEAREST) {
      choices++;
      reduced++;
      return idleFirst[idle];
    }
    for (int node = 0; node < state.length; node++) {
      state[node] = kinds.kind(node, newCells[node], enabled[node]);
      if (state[node] == CellKinds.UNKNOWN) {
        return Selection.ALL;
      }
    }
    if (choices++ % GOALS_EVERY == 0 && visibility.settleGoals()) {
      settles++;
      memo.clear();
    }
    if (!exposed.isEmpty()) {
      Selection chosen = choose(total);
      reduced += chosen == Selection.ALL ? 0 : 1;
      return chosen;
    }
    Optional<Selection> known = memo.get(state);
    Selection chosen = known.isPresent() ? known.get() : choose(total);
    if (known.isEmpty()) {
      memo.put(chosen);
    }
    reduced += chosen == Selection.ALL ? 0 : 1;
    return chosen;
  }

  /**
   * Choices depend on the state alone unless a goal was reached just now, or the reduction may
   * still be given up.
   */
  @Override
  public Optional<KnownChoices> knownChoices() {
    boolean undecided = reduced == 0 && choices < PATIENCE;
    return undecided || !visibility.isSettled() ? Optional.empty() : Optional.of(new Known());
  }

  /** As {@link #select}, from what is in the tables. */
  private final class Known implements KnownChoices {
    private final int[] kindsOf = new int[state.length];
    private final long[] key = new long[memo.width()];
    private boolean chose;
    private boolean left;
    private long ownChoices;
    private long ownReduced;

    @Override
    public Selection select(int[] ofNodes, int[] transitions, int idle) {
      chose = false;
      left = false;
      int total = 0;
      for (int node = 0; node < kindsOf.length; node++) {
        total += transitions[node];
      }
      if (total == 1 || gaveUp()) {
        return Selection.ALL;
      }
      if (idle >= 0 && seedRule != PartialOrder.Seed.NEAREST) {
        chose = true;
        left = true;
        return idleFirst[idle];
      }
      boolean unknown = false;
      for (int node = 0; node < kindsOf.length && !unknown; node++) {
        kindsOf[node] = kinds.knownKind(node, ofNodes[node], transitions[node]);
        if (kindsOf[node] == 0) {
          return null;
        }
        unknown = kindsOf[node] == CellKinds.UNKNOWN;
      }
      if (unknown) {
        return Selection.ALL;
      }
      Selection known = memo.find(kindsOf, key);
      chose = true;
      left = known != Selection.ALL;
      return known;
    }

    @Override
    public void count() {
      ownChoices += chose ? 1 : 0;
      ownReduced += left ? 1 : 0;
    }

    @Override
    public void handOver() {
      choices += ownChoices;
      reduced += ownReduced;
      ownChoices = 0;
      ownReduced = 0;
    }
  }

  /** Whether all nodes that can step are exposed, or what is near may be a fault. */
  private boolean faultsMatter() {
    for (int node = 0; node < state.length; node++) {
      if (enabled[node] > 0 && !exposed.get(node)) {
        return seedRule == PartialOrder.Seed.NEAREST;
      }
    }
    return true;
  }

  @Override
  public boolean isIdle(int node, int local, int messageId) {
    return needs.isIdle(node, local, messageId);
  }

  private Selection choose(int total) {
    hopeless.clear();
    for (int node = 0; node < state.length; node++) {
      cells[node] = kinds.example(node, state[node]);
    }
    return switch (seedRule) {
      case SMALLEST -> smallest(total);
      case FIRST -> first(total);
      case STARTS, NEAR_FIRST -> starts(total);
      case NEAREST -> nearest(total);
    };
  }

  /** Whether transitions were skipped in any state. */
  boolean leftOut() {
    return reduced > 0;
  }

  /** Whether the reduction was given up, because it could skip nothing in many states. */
  boolean gaveUp() {
    return reduced == 0 && choices >= PATIENCE;
  }

  /** How much was skipped, in words. */
  String summary() {
    if (gaveUp()) {
      return String.format(
          Locale.ROOT,
          "given up, because it could skip nothing in %,d states: each step may matter to the others",
          choices);
    }
    return reduced == 0
        ? "it could skip nothing: in every state each step may matter to the others"
        : String.format(
            Locale.ROOT,
            "skipped transitions in %,d of the %,d states with more than one transition",
            reduced,
            choices);
  }

  private Selection smallest(int total) {
    Selection best = Selection.ALL;
    int least = total;
    for (int seed = 0; seed < state.length && least > 1; seed++) {
      // A node that alone has as many transitions cannot give a smaller set.
      if (enabled[seed] > 0 && enabled[seed] < least && build(seed, least)) {
        least = weight;
        best = Selection.of(nodes);
      }
    }
    return best;
  }

  /** A violation must take one of those who are lacking first: whoever of them is cheapest. */
  private Selection nearest(int total) {
    BitSet nobody = new BitSet();
    BitSet seeds = new BitSet();
    for (int group = 0; group < nearby.count() && seeds.isEmpty(); group++) {
      nearby.lacking(group, nobody, cells, seeds);
    }
    if (seeds.isEmpty()) {
      return smallest(total);
    }
    keepsNear = true;
    Selection best = Selection.ALL;
    int least = total;
    for (int seed = seeds.nextSetBit(0);
        seed >= 0 && least > 0;
        seed = seeds.nextSetBit(seed + 1)) {
      if (build(seed, least)) {
        least = weight;
        best = Selection.of(nodes);
      }
    }
    keepsNear = false;
    if (least == 0) {
      // Nobody who would have to move ever will: there is no violation ahead.
      hopeless.clear();
      return smallest(total);
    }
    return best;
  }

  private Selection first(int total) {
    for (int seed = 0; seed < state.length; seed++) {
      if (enabled[seed] > 0 && build(seed, total)) {
        return Selection.of(nodes);
      }
    }
    return Selection.ALL;
  }

  private Selection starts(int total) {
    for (int rank = 0; rank < RANKS; rank++) {
      for (int seed = 0; seed < state.length; seed++) {
        boolean fits = enabled[seed] > 0 && kinds.rank(seed, state[seed]) == rank;
        if (fits && build(seed, total)) {
          return Selection.of(nodes);
        }
      }
    }
    return Selection.ALL;
  }

  /** Builds a set from a seed; false if it has not fewer enabled transitions than the limit. */
  private boolean build(int seed, int limit) {
    set++;
    nodes.clear();
    newNodes.clear();
    newGroups.clear();
    newNearby.clear();
    newNearby.set(0, keepsNear ? nearby.count() : 0);
    weight = 0;
    newNeedCount = 0;
    openCount = 0;
    int checked = 0;
    boolean proper = addNode(seed);
    while (proper && weight < limit) {
      if (!newNodes.isEmpty()) {
        int node = newNodes.nextSetBit(0);
        newNodes.clear(node);
        takeAlong(kinds.ofNode(node, state[node]));
      } else if (newNeedCount > 0) {
        proper = meet(newNeeds[--newNeedCount]);
      } else if (checked < openCount) {
        // Clauses that leave a choice wait until all that must be in the set is there.
        chooseFor(open[checked++]);
      } else {
        if (!isWaiting(visibility, newGroups) && !isWaiting(nearby, newNearby)) {
          return true;
        }
        proper = addNode(cheapest(awaited));
      }
    }
    hopeless.set(seed);
    return false;
  }

  /** Adds all transitions of a node; false if the state must be fully explored then. */
  private boolean addNode(int node) {
    if (nodes.get(node)) {
      return true;
    }
    if (hopeless.get(node) || exposed.get(node)) {
      return false;
    }
    nodes.set(node);
    newNodes.set(node);
    if (enabled[node] == 0) {
      return true;
    }
    weight += enabled[node];
    if (kinds.closesCycle(node, state[node])) {
      return false;
    }
    kinds.addSeen(node, state[node], newGroups);
    return true;
  }

  /**
   * Whether one of some groups waits for somebody; who that is for the first is noted. Groups that
   * wait for nobody are taken out.
   */
  private boolean isWaiting(Visibility asks, BitSet groups) {
    for (int group = groups.nextSetBit(0); group >= 0; group = groups.nextSetBit(group + 1)) {
      if (asks.concerns(group, exposed)) {
        awaited.clear();
        awaited.or(exposed);
        return true;
      }
      if (asks.lacking(group, nodes, cells, awaited)) {
        return true;
      }
      groups.clear(group);
    }
    return false;
  }

  /** The node, of some, that has the fewest enabled transitions. */
  private int cheapest(BitSet some) {
    int cheapest = some.nextSetBit(0);
    for (int node = cheapest; node >= 0; node = some.nextSetBit(node + 1)) {
      cheapest = enabled[node] < enabled[cheapest] ? node : cheapest;
    }
    return cheapest;
  }

  private boolean meet(int need) {
    int sender = kinds.sender(need);
    if (nodes.get(sender)) {
      return true;
    }
    if (exposed.get(sender)) {
      return false;
    }
    int at = kinds.ofNeed(need, state[sender]);
    if (at == Needs.SENDER) {
      return addNode(sender);
    }
    if (at != Needs.NEVER) {
      takeAlong(at);
    }
    return true;
  }

  private void takeAlong(int start) {
    int[] code = kinds.code();
    int at = start + 1;
    for (int clause = code[start]; clause > 0; clause--) {
      int least = code[at];
      int count = code[at + 1];
      if (least == count) {
        for (int i = 0; i < count; i++) {
          addNeed(code[at + 2 + i]);
        }
      } else {
        if (openCount == open.length) {
          open = Arrays.copyOf(open, openCount * 2);
        }
        open[openCount++] = at;
      }
      at += 2 + count;
    }
  }

  /** Puts the needs into the set that a clause still lacks, the cheapest first. */
  private void chooseFor(int clause) {
    int[] code = kinds.code();
    int lacking = code[clause];
    int count = code[clause + 1];
    for (int i = 0; i < count && lacking > 0; i++) {
      if (isMet(code[clause + 2 + i])) {
        lacking--;
      }
    }
    for (; lacking > 0; lacking--) {
      int best = -1;
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        int need = code[clause + 2 + i];
        int cost = isMet(need) ? Integer.MAX_VALUE : cost(need);
        if (cost < least) {
          least = cost;
          best = need;
        }
      }
      addNeed(best);
    }
  }

  /** Whether a need is in the set already, or follows from what is, or asks for nothing. */
  private boolean isMet(int need) {
    int sender = kinds.sender(need);
    return taken[need] == set
        || nodes.get(sender)
        || !exposed.get(sender) && kinds.ofNeed(need, state[sender]) == Needs.NEVER;
  }

  /** A guess: needs that lead to further needs may end at a node that is there anyway. */
  private int cost(int need) {
    int sender = kinds.sender(need);
    if (exposed.get(sender)) {
      return Integer.MAX_VALUE - 1;
    }
    return kinds.ofNeed(need, state[sender]) == Needs.SENDER ? 2 * enabled[sender] : 1;
  }

  private void addNeed(int need) {
    if (taken[need] != set) {
      taken[need] = set;
      newNeeds[newNeedCount++] = need;
    }
  }

  @Override
  public long turns() {
    return settles;
  }

  @Override
  public long[] counts() {
    return new long[] {choices, reduced};
  }

  @Override
  public void setCounts(long[] counts) {
    choices = counts[0];
    reduced = counts[1];
  }

  @Override
  public void trim() {
    if (kinds.trim()) {
      memo.clear();
    }
  }

  @Override
  public long bytes() {
    return kinds.bytes()
        + memo.bytes()
        + visibility.bytes()
        + nearby.bytes()
        + 4L * (taken.length + newNeeds.length + open.length);
  }
}
