package dev.parley.engine.internal.reduce;

import dev.parley.engine.Budget;
import dev.parley.engine.PartialOrder;
import dev.parley.engine.ProgressListener;
import dev.parley.engine.SearchOptions;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the nodes were seen to do, for protocols with too many possible local steps to try them all
 * ({@link LocalClosure}). Servers that copy each other's logs have no end of local states if every
 * message may come at any time; the few hundred that there are show in the search.
 *
 * <p><b>Known</b> is a set K of local steps, at first those met on random walks. A search is
 * reduced as if no others could ever happen. If it meets another one, it is void: K grows, and the
 * search is repeated. A search that meets nothing but K is as good as one that had known everything
 * from the start. K only grows, and there are finitely many local steps, so that comes to an end.
 *
 * <p><b>Possible</b> are, besides, all steps that any local state of K could take with any messages
 * that steps of K send. They were not seen to happen and lead nowhere, but count where it matters
 * what a node may do in its present local state: stubborn sets must contain what sends their
 * messages, and a message that one of them consumes with effect is not dead, nor idle. They are
 * what makes this right: else a step that is always overtaken by others of its node would be
 * missed.
 *
 * <p><b>Why nothing is missed.</b> Let a search end that met nothing but K in any state it visited.
 * Suppose that some step with an effect that is not in K can happen. Of all paths, in the full
 * state space, from a visited state to such a step, take a shortest, t1...tn. All but tn are in K,
 * and n is more than 1, since in visited states all that is enabled is in K. So tn is possible: its
 * local state and its messages come about by steps of K. Let T be the stubborn set of the visited
 * state ({@link StubbornSets}).
 *
 * <ul>
 *   <li>If some ti with i &lt; n is in T, take the first. What T needed to know to put it in front
 *       of the others is about t1...ti, which are in K. So a visited state comes after it, from
 *       which the way to tn is shorter.
 *   <li>If only tn is in T, then all transitions of its node are, and the node is still in the same
 *       local state. tn is not enabled, else it would be in K; it is possible, so T contains what
 *       sends one of the messages it lacks, and one of those is among t1...tn-1.
 *   <li>If none is in T, a transition of T can be put in front of them all, and the way to tn is as
 *       long from the state that it leads to. That does not go on for ever (condition 4 of {@link
 *       StubbornSets}, where all that comes round is in K).
 * </ul>
 *
 * Each contradicts that the path was shortest, in the last case after some steps. Idle and dead
 * letters do not change that: every step that consumes one on the way is possible, and being
 * without effect it may go first, or be left out. So K holds all that happens, and all that is said
 * of reductions which know all local steps holds of this one. Test: {@code ObservedStepsTest};
 * without what is possible, {@code #aStepThatIsAlwaysOvertakenIsFound}.
 */
final class ObservedSteps {
  /** How often what is known may turn out not to be enough. */
  private static final int MOST_ROUNDS = 100;

  /** How many states all searches together may visit, for each local step that may be tried. */
  private static final int STATES_PER_TRIAL = 4;

  /** How many states a search that has become void may go on in any case, to see more. */
  private static final int FEW_STATES = 1_000;

  private final Participants participants;
  private final Trials trials;
  private final PairTable letters = new PairTable();

  /** For each node, its local states, by number in the graph of trials, as they were met. */
  private final List<List<Integer>> met = new ArrayList<>();

  private final List<BitSet> metBefore = new ArrayList<>();

  /** For each node, the steps that were seen, as local state and event. */
  private final List<Set<Long>> taken = new ArrayList<>();

  /** For each node, the envelopes that were sent to it, ascending. */
  private final List<TreeSet<Integer>> inboxes = new ArrayList<>();

  /** Those of them that have not been tried with the local states that were. */
  private final List<TreeSet<Integer>> arrived = new ArrayList<>();

  /** For each node, how many of its local states were tried. */
  private final int[] finished;

  private final int[] initialLocals;
  private long statesLeft;
  private long seen;

  /** How many states the present search had visited when it last had seen nothing new. */
  private long visitedBefore;

  /**
   * Nothing seen but the initial local states.
   *
   * @param runner runs the steps; to be used for nothing else
   * @param initialLocals its numbers of the initial local states
   * @param mostTrials how many local steps may be tried that did not happen
   */
  ObservedSteps(Participants participants, StepRunner runner, int[] initialLocals, int mostTrials) {
    this.participants = participants;
    this.initialLocals = initialLocals;
    trials = new Trials(participants, runner, letters, mostTrials);
    statesLeft = (long) STATES_PER_TRIAL * mostTrials;
    finished = new int[initialLocals.length];
    for (int node = 0; node < initialLocals.length; node++) {
      met.add(new ArrayList<>());
      metBefore.add(new BitSet());
      taken.add(new HashSet<>());
      inboxes.add(new TreeSet<>());
      arrived.add(new TreeSet<>());
      meet(node, trials.graph(node).add(runner.representative(node, initialLocals[node])));
    }
  }

  // Seeing -------------------------------------------------------------------------------------

  /**
   * Notes a step that happens in some reachable state, in the trials' own numbers.
   *
   * @param local the local state, a representative
   */
  void note(int node, int local, Handler handler, int[] consumed) {
    if (handler.kind() == Handler.Kind.QUORUM && consumed.length == 0) {
      return; // The quorum size threw, which ends the search.
    }
    LocalGraph graph = trials.graph(node);
    int index = graph.add(local);
    int event = trials.event(node, handler, consumed);
    if (taken.get(node).add(key(index, event))) {
      seen++;
      meet(node, index);
      trials.tryStep(node, index, handler, consumed);
      for (LocalGraph.Edge edge : graph.from(index)) {
        if (edge.event() == event) {
          meet(node, edge.to());
          send(edge.sent());
        }
      }
    }
  }

  private void meet(int node, int index) {
    if (!metBefore.get(node).get(index)) {
      metBefore.get(node).set(index);
      met.get(node).add(index);
    }
  }

  private void send(int[] sent) {
    for (int letter : sent) {
      int recipient = letters.first(letter);
      if (inboxes.get(recipient).add(letters.second(letter))) {
        arrived.get(recipient).add(letters.second(letter));
      }
    }
  }

  private static long key(int index, int event) {
    return (long) index << 32 | event;
  }

  // Knowing ------------------------------------------------------------------------------------

  /**
   * Searches until nothing new is seen.
   *
   * @return the steps that happen; nothing if there are too many, or one is a mistake
   */
  Optional<LocalSteps> learn() {
    boolean sure = true;
    for (int round = 0; round < MOST_ROUNDS && sure; round++) {
      for (int node = 0; node < finished.length && !trials.exceeded(); node++) {
        tryWhatIsNew(node);
      }
      if (trials.exceeded()) {
        return Optional.empty();
      }
      long before = seen;
      sure = search(known(edge -> true, false));
      if (sure && seen == before) {
        return Optional.of(known(LocalGraph.Edge::taken, true));
      }
    }
    return Optional.empty();
  }

  private LocalSteps known(Predicate<LocalGraph.Edge> wanted, boolean all) {
    LocalGraph[] graphs = new LocalGraph[finished.length];
    Arrays.setAll(graphs, node -> graph(node, wanted));
    return new LocalSteps(
        trials.runner(), graphs, letters, all, "searches that show all local steps there are");
  }

  /**
   * Searches with what is known; answers whether that makes sense. All that can be left out is:
   * there are no properties, and every local step is to be seen somewhere, not everywhere.
   */
  private boolean search(LocalSteps known) {
    StepRunner runner = trials.runner();
    for (int node = 0; node < initialLocals.length; node++) {
      runner.restore(node, initialLocals[node], Arrangement.FORWARD);
    }
    SearchOptions options =
        SearchOptions.DEFAULT.withBudget(
            new Budget(
                Optional.of(Math.max(1, statesLeft)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    StateSpace space = new StateSpace(participants, runner, options);
    Translation translation = new Translation(known, space, runner);
    int count = participants.count();
    DeadLetters dead = DeadLetters.of(known, count, false);
    space.drop(translation.dropping(dead));
    Needs needs = new StepNeeds(participants, translation, PartialOrder.DEFAULT, dead, true);
    Visibility none = new Visibility(Optional.of(translation), count);
    none.settle();
    space.select(new StubbornSets(needs, none, none, PartialOrder.Seed.SMALLEST, count));
    space.check((node, local, handler, consumed, outcome) -> note(node, local, handler, consumed));
    Search search =
        new Search(
            space,
            new Judges(List.of(), participants, space, runner, false),
            options,
            false,
            ProgressListener.NONE);
    long before = seen;
    search.endWhen(
        states -> {
          visitedBefore = seen == before ? states : visitedBefore;
          return seen > before && states > 2 * visitedBefore + FEW_STATES;
        });
    visitedBefore = 0;
    search.run();
    statesLeft -= search.states();
    return search.found().isEmpty() && search.exhausted().isEmpty();
  }

  /** Tries everything in new local states, new messages in the others. */
  private void tryWhatIsNew(int node) {
    int[] fresh = toArray(arrived.get(node));
    int[] consumable = toArray(inboxes.get(node));
    arrived.get(node).clear();
    for (int at = fresh.length > 0 ? 0 : finished[node];
        at < met.get(node).size() && !trials.exceeded();
        at++) {
      for (Handler handler : trials.handlers(node)) {
        // A quorum may consist of old and new messages.
        boolean freshOnly = at < finished[node] && handler.kind() != Handler.Kind.QUORUM;
        if (!freshOnly || handler.kind() != Handler.Kind.STEP) {
          trials.tryHandler(
              node, met.get(node).get(at), handler, freshOnly ? fresh : consumable, set -> {});
        }
      }
    }
    finished[node] = met.get(node).size();
  }

  private static int[] toArray(TreeSet<Integer> envelopes) {
    return envelopes.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * What a node was seen to do, and what else it might. Steps without effect count as seen: they
   * lead nowhere new, and need not be met first.
   */
  private LocalGraph graph(int node, Predicate<LocalGraph.Edge> wanted) {
    LocalGraph tried = trials.graph(node);
    LocalGraph graph = new LocalGraph();
    for (int index : met.get(node)) {
      graph.add(tried.local(index));
    }
    for (int index : met.get(node)) {
      for (LocalGraph.Edge edge : tried.from(index)) {
        LocalGraph.Edge known =
            new LocalGraph.Edge(
                graph.index(tried.local(index)),
                graph.event(tried.handler(edge.event()), tried.letters(edge.event())),
                graph.index(tried.local(edge.to())),
                edge.sent(),
                edge.fails(),
                edge.auxiliaryOnly(),
                taken.get(node).contains(key(index, edge.event())) || tried.isIdle(edge, false));
        if (wanted.test(known)) {
          graph.add(known);
        }
      }
    }
    return graph;
  }
}
