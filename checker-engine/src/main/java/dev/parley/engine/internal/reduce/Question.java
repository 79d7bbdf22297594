package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.PairTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a property that depends on several nodes: can the result that is sought (false
 * of an invariant, true of a goal) still come about, and who must move for it? This is the question
 * that guides stubborn sets (Kristensen, Schmidt, Valmari: Question-guided stubborn set methods for
 * state properties).
 *
 * <p>The property is given as a decision tree with shared branches over classes of local states
 * that it does not tell apart, made by {@link PropertyTable}. A class is <b>decisive</b> if one
 * node in it gives the sought result, wherever the others are. Such results need no guidance: that
 * a node comes there is a matter of one node alone, and every local step is taken in the reduced
 * space. So "nobody has output nonsense" asks nothing, though it looks at everybody, and "no two
 * have output different things" asks for two who move.
 */
final class Question {
  /** The results that stand for themselves; larger numbers are branches. */
  static final int GOOD = 0;

  static final int SOUGHT = 1;

  /** What the property threw on this combination: it must be met if it is reachable. */
  static final int UNKNOWN = 2;

  static final int FIRST_BRANCH = 3;

  /**
   * A branch.
   *
   * @param node the node looked at
   * @param next by class of its local state, the result or the branch that follows
   */
  record Branch(int node, int[] next) {}

  /** The class of a node's local state, and the classes it may be found in later. */
  private record Outlook(int now, BitSet later) {}

  private final int root;
  private final List<Branch> branches;
  private final int[][] classes;
  private final LocalSteps steps;
  private final BitSet members = new BitSet();

  /** For each node and class, whether it is decisive. */
  private final boolean[][] decisive;

  /** For each node, by class: the outlook of a node that stays there. */
  private final int[][] staying;

  /** For each node, by local state: the outlook of a node that moves on. */
  private final int[][] moving;

  private final List<Outlook> outlooks = new ArrayList<>();
  private final Map<Outlook, Integer> numbers = new HashMap<>();

  /** How many combinations are remembered before all are forgotten. */
  private static final int LIMIT = 1 << 21;

  private PairTable combinations = new PairTable();
  private byte[] answers = new byte[64];

  /**
   * Prepares the question.
   *
   * @param root the tree
   * @param branches its branches, from number {@link #FIRST_BRANCH} on; each leads to lower numbers
   *     only
   * @param classes by node, the class of each local state
   * @param alone whether results that one node decides alone are asked for like the others
   */
  Question(int root, List<Branch> branches, int[][] classes, LocalSteps steps, boolean alone) {
    this.root = root;
    this.branches = branches;
    this.classes = classes;
    this.steps = steps;
    int count = classes.length;
    int[] classCounts = new int[count];
    for (int node = 0; node < count; node++) {
      for (int c : classes[node]) {
        classCounts[node] = Math.max(classCounts[node], c + 1);
      }
      members.set(node, classCounts[node] > 1);
    }
    decisive = new boolean[count][];
    for (int node = 0; node < count; node++) {
      decisive[node] = new boolean[classCounts[node]];
      for (int c = 0; c < classCounts[node] && isMember(node) && !alone; c++) {
        decisive[node][c] = decides(node, c);
      }
    }
    staying = new int[count][];
    moving = new int[count][];
    for (int node = 0; node < count; node++) {
      staying[node] = new int[classCounts[node]];
      for (int c = 0; c < classCounts[node]; c++) {
        staying[node][c] = number(new Outlook(c, only(c)));
      }
      moving[node] = isMember(node) ? outlooks(node) : new int[0];
    }
  }

  /** The nodes that the property depends on; not to be changed. */
  BitSet members() {
    return members;
  }

  /** Whether two local states of a node make a difference to the property. */
  boolean tellsApart(int node, int one, int other) {
    return classes[node][one] != classes[node][other];
  }

  private boolean isMember(int node) {
    return members.get(node);
  }

  private static BitSet only(int c) {
    BitSet set = new BitSet();
    set.set(c);
    return set;
  }

  private int number(Outlook outlook) {
    return numbers.computeIfAbsent(
        outlook,
        o -> {
          outlooks.add(o);
          return outlooks.size() - 1;
        });
  }

  /** Whether a node in a class gives the sought result, wherever the others are. */
  private boolean decides(int node, int c) {
    boolean[] always = new boolean[FIRST_BRANCH + branches.size()];
    always[SOUGHT] = true;
    for (int i = 0; i < branches.size(); i++) {
      Branch branch = branches.get(i);
      boolean all = true;
      for (int next : branch.next()) {
        all &= always[next];
      }
      always[FIRST_BRANCH + i] = branch.node() == node ? always[branch.next()[c]] : all;
    }
    return always[root];
  }

  /** For each local state of a node, the classes it may come to, decisive ones left out. */
  private int[] outlooks(int node) {
    LocalGraph graph = steps.graph(node);
    List<BitSet> reached = graph.perComponent();
    for (int index = 0; index < graph.size(); index++) {
      int c = classes[node][index];
      reached.get(graph.component(index)).set(c, !decisive[node][c]);
    }
    graph.accumulate(reached);
    int[] numbers = new int[graph.size()];
    for (int index = 0; index < numbers.length; index++) {
      BitSet later = reached.get(graph.component(index));
      numbers[index] = number(new Outlook(classes[node][index], later));
    }
    return numbers;
  }

  /**
   * Whether the sought result may come about while some nodes do not move. It may not if it has
   * come about already: whatever there was to find has been found.
   *
   * @param still the nodes that do not move
   * @param indexes the nodes' local states, as numbered by their graphs
   */
  boolean isOpen(BitSet still, int[] indexes) {
    if (combinations.size() > LIMIT) {
      combinations = new PairTable();
      answers = new byte[64];
    }
    int combination = 0;
    for (int node = members.nextSetBit(0); node >= 0; node = members.nextSetBit(node + 1)) {
      if (decisive[node][classes[node][indexes[node]]]) {
        return false;
      }
      combination = combinations.intern(combination, outlook(node, still, indexes)) + 1;
    }
    if (combination >= answers.length) {
      answers = Arrays.copyOf(answers, 2 * Math.max(combination, answers.length));
    }
    if (answers[combination] == 0) {
      boolean open = result(indexes) == GOOD && mayComeAbout(still, indexes);
      answers[combination] = (byte) (open ? 1 : -1);
    }
    return answers[combination] > 0;
  }

  /** The number of what a node sees before it; 0 for those that make no difference. */
  int outlook(int node, int index) {
    return isMember(node) ? moving[node][index] : 0;
  }

  private int outlook(int node, BitSet still, int[] indexes) {
    int index = indexes[node];
    return still.get(node) ? staying[node][classes[node][index]] : moving[node][index];
  }

  /** What the property is where nodes are in these local states: a result, no branch. */
  int result(int[] indexes) {
    int at = root;
    while (at >= FIRST_BRANCH) {
      Branch branch = branches.get(at - FIRST_BRANCH);
      at = branch.next()[classes[branch.node()][indexes[branch.node()]]];
    }
    return at;
  }

  private boolean mayComeAbout(BitSet still, int[] indexes) {
    BitSet reached = new BitSet();
    reached.set(root);
    for (int at = root; at >= FIRST_BRANCH; at = reached.previousSetBit(at - 1)) {
      Branch branch = branches.get(at - FIRST_BRANCH);
      BitSet later = outlooks.get(outlook(branch.node(), still, indexes)).later();
      for (int c = later.nextSetBit(0); c >= 0; c = later.nextSetBit(c + 1)) {
        reached.set(branch.next()[c]);
      }
    }
    return reached.get(SOUGHT) || reached.get(UNKNOWN);
  }

  long bytes() {
    return combinations.bytes() + answers.length;
  }
}
