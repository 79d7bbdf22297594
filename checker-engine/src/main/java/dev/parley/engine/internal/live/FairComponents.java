package dev.parley.engine.internal.live;

import dev.parley.engine.internal.live.Components.Component;
import dev.parley.engine.internal.space.Obligations;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which parts of a graph a fair run can stay in for ever.
 *
 * <p>A run that goes on for ever stays, from some time on, in one strongly connected component, and
 * there it may take every transition again and again. Let C be a component with a cycle.
 *
 * <ul>
 *   <li><b>A goal that no transition within C meets</b> is met by no run that stays in C, or in any
 *       part of it.
 *   <li><b>What is owed everywhere</b> in C and discharged by no transition within C is owed for
 *       ever by every run that stays in C, or in any part of it. So no fair run does.
 *   <li><b>What is owed somewhere</b> in C, is not to be put off even if it cannot be done in
 *       between, and is discharged by no transition within C: a fair run that stays in C comes to
 *       the states that owe it finitely often. So it stays, from some time on, in a component of
 *       the rest of C, and these are looked at in the same way.
 *   <li><b>Otherwise</b> the run that goes round C and takes every transition is fair and meets all
 *       goals: whatever is owed is either not owed somewhere on that round, or discharged there.
 * </ul>
 *
 * A state in which nothing is owed counts as a cycle: a fair run may stay there, whatever else
 * could happen. Faults are transitions, too, but they owe nothing; as their budgets only shrink,
 * none is part of a cycle unless it changes nothing.
 */
final class FairComponents {
  private static final int[] NOTHING = {};

  private final Graph graph;
  private final Obligations obligations;
  private final int nodes;

  /** For each depth of the search within components, room for the order of states. */
  private final List<int[]> orders = new ArrayList<>();

  private FairPlaces fair = new FairPlaces(new int[0]);
  private long components;

  /** Once it was said that it is enough: what is incomplete then must not pass for a result. */
  private boolean ended;

  FairComponents(Graph graph, Obligations obligations, int nodes) {
    this.graph = graph;
    this.obligations = obligations;
    this.nodes = nodes;
  }

  /** How many components were looked at, those within others included. */
  long components() {
    return components;
  }

  /**
   * The states in which a fair run can stay for ever.
   *
   * @param starts where runs may begin
   * @param inside the states that runs must not leave
   * @param goesOn asked now and then; false ends the search, and it is not asked again
   */
  FairPlaces within(IntStream starts, IntPredicate inside, BooleanSupplier goesOn) {
    orders.clear();
    Components all = new Components(graph, inside, room(0));
    fair = new FairPlaces(room(0));
    Components.Taker taker = taking(all, goesOn, 1);
    starts.takeWhile(start -> all.from(start, taker)).forEach(start -> {});
    return fair;
  }

  private int[] room(int depth) {
    if (orders.size() == depth) {
      orders.add(new int[graph.size()]);
    }
    return orders.get(depth);
  }

  private Components.Taker taking(Components searched, BooleanSupplier goesOn, int depth) {
    return new Components.Taker() {
      @Override
      public boolean take(Component component) {
        components++;
        if (component.isCyclic()) {
          look(component, goesOn, depth);
        }
        return !ended && (components % 1024 != 0 || goesOn());
      }

      @Override
      public boolean goesOn() {
        graph.uses((long) Integer.BYTES * orders.size() * graph.size() + searched.bytes());
        ended = ended || !goesOn.getAsBoolean();
        return !ended;
      }
    };
  }

  private void look(Component component, BooleanSupplier goesOn, int depth) {
    if (!meetsGoals(component)) {
      return;
    }
    Debts debts = new Debts(component);
    debts.gather();
    debts.discharge();
    if (debts.hasWeak()) {
      return;
    }
    if (!debts.hasStrong()) {
      fair.add(component);
      return;
    }
    lookWithin(component, debts, goesOn, depth);
  }

  private boolean meetsGoals(Component component) {
    BitSet missing = new BitSet();
    missing.set(0, graph.goals());
    if (missing.isEmpty()) {
      return true;
    }
    BitSet layers = new BitSet();
    for (int i = 0; i < component.size(); i++) {
      layers.set(graph.layer(component.state(i)));
    }
    if (!graph.mayMeetGoals(layers)) {
      return false;
    }
    IntSequence successors = new IntSequence();
    for (int i = 0; i < component.size() && !missing.isEmpty(); i++) {
      int from = component.state(i);
      successors.cut(0);
      graph.successors(from, successors);
      for (int j = 0; j < successors.size(); j++) {
        int to = successors.get(j);
        if (component.contains(to)) {
          missing.stream().filter(goal -> graph.meets(from, to, goal)).forEach(missing::clear);
        }
      }
    }
    return missing.isEmpty();
  }

  /** Looks at the components of a component that are left without the states that owe too much. */
  private void lookWithin(Component component, Debts debts, BooleanSupplier goesOn, int depth) {
    BitSet rest = new BitSet();
    int[] order = room(depth);
    for (int i = 0; i < component.size(); i++) {
      int state = component.state(i);
      order[state] = 0;
      if (!debts.owesStrong(state)) {
        rest.set(state);
      }
    }
    Components inner = new Components(graph, rest::get, order);
    Components.Taker taker = taking(inner, goesOn, depth + 1);
    rest.stream().takeWhile(state -> inner.from(state, taker)).forEach(state -> {});
  }

  /** What the runs of a component owe. */
  private final class Debts {
    private final Component component;

    /** For each node, what is owed in all states; null until one was looked at. */
    private final int[][] everywhere = new int[nodes][];

    /** For each node, what is owed in some state and must not be put off. */
    private final int[][] somewhere = new int[nodes][];

    Debts(Component component) {
      this.component = component;
      Arrays.fill(somewhere, NOTHING);
    }

    void gather() {
      BitSet[] known = new BitSet[nodes];
      for (int i = 0; i < component.size(); i++) {
        int[] state = graph.open(component.state(i));
        boolean open = false;
        for (int node = 0; node < nodes; node++) {
          if (everywhere[node] != NOTHING || obligations.hasStrong(node)) {
            open = true;
            known[node] = known[node] == null ? new BitSet() : known[node];
            gather(state, node, known[node]);
          }
        }
        if (!open) {
          return;
        }
      }
    }

    private void gather(int[] state, int node, BitSet known) {
      if (!graph.isUp(state, node)) {
        everywhere[node] = NOTHING;
      } else if (!known.get(state[node])) {
        known.set(state[node]);
        int[] owed = obligations.owed(node, state[node]);
        everywhere[node] = normal(everywhere[node] == null ? owed : both(everywhere[node], owed));
        somewhere[node] = normal(either(somewhere[node], obligations.strong(node, state[node])));
      }
    }

    /** One array stands for all that are empty. */
    private int[] normal(int[] debts) {
      return debts.length == 0 ? NOTHING : debts;
    }

    private int[] both(int[] some, int[] others) {
      return IntStream.of(some).filter(debt -> Arrays.binarySearch(others, debt) >= 0).toArray();
    }

    private int[] either(int[] some, int[] others) {
      return others.length == 0
          ? some
          : IntStream.concat(IntStream.of(some), IntStream.of(others))
              .sorted()
              .distinct()
              .toArray();
    }

    /** Takes off what transitions within the component discharge. */
    void discharge() {
      for (int i = 0; i < component.size() && (hasWeak() || hasStrong()); i++) {
        graph.eachMove(
            component.state(i),
            this::discharges,
            (node, event, outcome, to) -> {
              if (component.contains(to)) {
                int[] done = obligations.discharged(node, event);
                everywhere[node] = without(everywhere[node], done);
                somewhere[node] = without(somewhere[node], done);
              }
            });
      }
    }

    /** Whether an event discharges some of it. */
    private boolean discharges(int node, int event) {
      return node >= 0
          && (everywhere[node] != NOTHING || somewhere[node] != NOTHING)
          && (meets(node, event, everywhere[node]) || meets(node, event, somewhere[node]));
    }

    private boolean meets(int node, int event, int[] debts) {
      for (int done : obligations.discharged(node, event)) {
        if (Arrays.binarySearch(debts, done) >= 0) {
          return true;
        }
      }
      return false;
    }

    private int[] without(int[] debts, int[] done) {
      return normal(
          IntStream.of(debts).filter(debt -> Arrays.binarySearch(done, debt) < 0).toArray());
    }

    boolean hasWeak() {
      return Arrays.stream(everywhere).anyMatch(debts -> debts != NOTHING);
    }

    boolean hasStrong() {
      return Arrays.stream(somewhere).anyMatch(debts -> debts != NOTHING);
    }

    /** Whether a state owes what nothing within the component discharges. */
    boolean owesStrong(int number) {
      int[] state = graph.open(number);
      for (int node = 0; node < nodes; node++) {
        if (somewhere[node] != NOTHING
            && graph.isUp(state, node)
            && both(somewhere[node], obligations.strong(node, state[node])).length > 0) {
          return true;
        }
      }
      return false;
    }
  }
}
