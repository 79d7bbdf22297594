package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.model.Handler;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the local steps that really happen, for protocols with too many possible local steps to try
 * them all ({@link LocalClosure}). Servers that copy each other's logs have infinitely many local
 * states if every message may come at any time. A search shows the few hundred that occur.
 *
 * <p><b>Known</b> is a set K of local steps, at first none. A search is reduced as if no others
 * could ever happen. If it meets another one, it is abandoned: K grows, and the search is repeated.
 * A search that meets only steps of K is as good as one that knew all steps from the start. K only
 * grows, and there are finitely many local steps, so this ends.
 *
 * <p><b>Possible</b> are, in addition, all steps that a node could take in a local state of K with
 * any messages that steps of K send. They were not seen to happen and lead nowhere, but they count
 * for what a node may do in its present local state: a stubborn set must contain the transitions
 * that send their messages, and a message that one of them consumes with an effect is neither dead
 * nor idle. Without them the argument fails: a step that is always overtaken by others of its node
 * would be missed.
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
 * packets do not change that: every step that consumes one on the way is possible, and being
 * without effect it may go first, or be left out. Such steps, and those that fail, lead nowhere;
 * they count as known wherever they are possible. So K holds all that happens, and all that is said
 * of reductions which know all local steps holds of this one. Test: {@code ObservedStepsTest};
 * without what is possible, {@code #aStepThatIsAlwaysOvertakenIsFound}.
 */
final class ObservedSteps {
  /**
   * How many more states are visited after a new step was seen, before the search is repeated. Few,
   * so that tests with small protocols see knowledge grow; more would make no difference to large
   * ones.
   */
  private static final int FEW_STATES = 20;

  private final Participants participants;
  private final Trials trials;

  /** For each node, the steps that were seen, as local state and event. */
  private final List<Set<Long>> taken = new ArrayList<>();

  private final Lab lab;
  private final Allowance allowance;
  private final Means means;
  private long statesLeft;
  private long seen;
  private boolean searchTooLarge;

  /** How many states the present search had visited when it last had seen nothing new. */
  private long visitedBefore;

  /**
   * Nothing seen but the initial local states.
   *
   * @param lab runs the steps; to be used for nothing else
   * @param means how many local steps may be tried that did not happen, how many states all
   *     searches together may visit, and what that may take in memory
   * @param allowance what the check may spend; if its time is over, so is learning
   */
  ObservedSteps(Lab lab, Means means, Allowance allowance) {
    this.lab = lab;
    this.allowance = allowance;
    this.participants = lab.participants();
    this.means = means;
    trials = new Trials(participants, lab.runner(), means, false, node -> false);
    statesLeft = means.states();
    for (int node = 0; node < participants.count(); node++) {
      taken.add(new HashSet<>());
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
      return; // The quorum size threw: that leads nowhere, and trials have shown it.
    }
    LocalGraph graph = trials.graph(node);
    int index = graph.add(local);
    int event = trials.event(node, handler, consumed);
    if (taken.get(node).add(key(index, event))) {
      boolean effect = false;
      trials.admit(node, index);
      trials.tryStep(node, index, handler, consumed);
      for (LocalGraph.Edge edge : graph.from(index)) {
        if (edge.event() == event) {
          effect |= !leadsNowhere(graph, edge);
          trials.admit(node, edge.to());
          trials.send(edge.sent());
        }
      }
      // Steps that lead nowhere count as known where they are possible.
      seen += effect ? 1 : 0;
    }
  }

  /** Notes where a restart leads that happens: see {@link Trials#noteRestart}. */
  private void noteRestart(int node, StepOutcome outcome) {
    seen += trials.noteRestart(node, outcome) ? 1 : 0;
  }

  private static long key(int index, int event) {
    return (long) index << 32 | event;
  }

  // Knowing ------------------------------------------------------------------------------------

  /**
   * Searches until nothing new is seen.
   *
   * @return the steps that happen; nothing if there are too many, or a mistake among them
   */
  Optional<LocalSteps> learn() {
    boolean sure = true;
    while (sure) {
      for (int node = 0; node < participants.count() && !trials.exceeded(); node++) {
        trials.tryWhatIsNew(node);
      }
      if (trials.exceeded()) {
        return Optional.empty();
      }
      long before = seen;
      sure = known(edge -> true, false).filter(this::search).isPresent();
      if (sure && seen == before) {
        return known(LocalGraph.Edge::taken, true);
      }
    }
    return Optional.empty();
  }

  /** Whether it would take more memory than it may to find out everything. */
  boolean tooLarge() {
    return trials.tooLarge() || searchTooLarge;
  }

  private Optional<LocalSteps> known(Predicate<LocalGraph.Edge> wanted, boolean all) {
    LocalGraph[] graphs = new LocalGraph[participants.count()];
    Arrays.setAll(graphs, node -> graph(node, wanted));
    return trials.known(graphs, all, "searches for all local steps there are");
  }

  /**
   * Searches with the present knowledge; returns whether that makes sense. It skips as much as
   * possible: there are no properties, and every local step must be seen only once.
   */
  private boolean search(LocalSteps known) {
    Lab fresh = lab.withNewSpace(SearchOptions.DEFAULT);
    StateSpace space = fresh.space();
    Translation translation = new Translation(known, space, fresh.runner());
    int count = participants.count();
    Premises premises = Premises.of(space);
    DeadPackets dead = DeadPackets.kept(known);
    if (premises.dropping().isEmpty()) {
      dead = DeadPackets.of(known, count, false, premises);
      space.drop(translation.dropping(dead));
    }
    boolean idleFirst = premises.idleFirst().isEmpty();
    Needs needs =
        new StepNeeds(participants, translation, PartialOrder.DEFAULT, dead, idleFirst, premises);
    Visibility none = new Visibility(Optional.of(translation), count);
    none.settle();
    space.select(new StubbornSets(needs, none, none, PartialOrder.Seed.SMALLEST, count));
    space.check(
        (node, local, handler, consumed, outcome) -> {
          if (handler.isRestart()) {
            noteRestart(node, outcome);
          } else {
            note(node, local, handler, consumed);
          }
        });
    space.passOverFailures();
    Budget bounds =
        new Budget(
            Optional.of(Math.max(1, statesLeft)),
            allowance.left().time(),
            Optional.of(means.bytes()),
            Optional.empty());
    Search search =
        fresh.search(
            SearchOptions.DEFAULT, false, allowance.share(Progress.Phase.PREPARING, bounds));
    long before = seen;
    search.abandonWhen(
        states -> {
          visitedBefore = seen == before ? states : visitedBefore;
          return seen > before && states > 2 * visitedBefore + FEW_STATES;
        });
    visitedBefore = 0;
    search.run();
    statesLeft -= search.states();
    searchTooLarge |= search.exhausted().filter(Budget.Kind.MEMORY::equals).isPresent();
    return search.found().isEmpty() && search.exhausted().isEmpty();
  }

  /** Whether a step has no effect, or fails. Such a step makes no other step possible. */
  private static boolean leadsNowhere(LocalGraph graph, LocalGraph.Edge edge) {
    return edge.fails() || graph.isIdle(edge, false);
  }

  /**
   * The steps of a node that were seen, and those that are possible. Steps that lead nowhere count
   * as seen, even if no search has met them.
   */
  private LocalGraph graph(int node, Predicate<LocalGraph.Edge> wanted) {
    LocalGraph tried = trials.graph(node);
    LocalGraph graph = new LocalGraph();
    for (int index : trials.admitted(node)) {
      graph.add(tried.local(index));
    }
    for (int index : trials.admitted(node)) {
      for (LocalGraph.Edge edge : tried.from(index)) {
        LocalGraph.Edge known =
            new LocalGraph.Edge(
                graph.index(tried.local(index)),
                graph.event(tried.handler(edge.event()), tried.packets(edge.event())),
                graph.index(tried.local(edge.to())),
                edge.sent(),
                edge.fails(),
                edge.auxiliaryOnly(),
                edge.records(),
                taken.get(node).contains(key(index, edge.event())) || leadsNowhere(tried, edge));
        if (wanted.test(known)) {
          graph.add(known);
        }
      }
    }
    return graph;
  }
}
