package dev.parley.engine.internal;

import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.simulate.Shortening;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.space.SymmetryTooDear;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the states that lead to what a search found, as few as can be had. Most searches record no
 * paths, so this takes another search; the ways are tried from the shortest path to the surest:
 *
 * <ol>
 *   <li>the path that a nearest-first search has recorded;
 *   <li>with partial-order reduction, a search with sets that keep violations near;
 *   <li>a nearest-first search of all transitions, given up where it stores far more states than
 *       the first search did;
 *   <li>the search that found it, once more: what it reached then it reaches again;
 *   <li>what a random walk did, without what it did in vain;
 *   <li>the path on the stack of a depth-first search, without its detours.
 * </ol>
 *
 * Each search records paths, and all of them together may take a multiple of the time that the
 * check has taken. If that does not suffice, there is no path to show; the verdict stands.
 */
final class ShortestPath {
  /** How many states a search for a shorter counterexample may store, if the first stored fewer. */
  private static final long SHORTENING_STATES = 1_000_000;

  /** How many if random walks found it, because the instance was too large to be searched. */
  private static final long WALKED_STATES = 100_000;

  /** How often the time of the check, and how long at least, the search for a path may take. */
  private static final int TIMES_THE_CHECK = 3;

  private static final Duration AT_LEAST = Duration.ofMinutes(1);

  private final Explored explored;
  private final Lab lab;
  private final SearchOptions options;
  private final Allowance allowance;
  private final Duration until;
  private final Optional<Long> enough;

  /**
   * The ways to what a search found.
   *
   * @param most how long looking for a path may take
   */
  ShortestPath(Explored explored, Allowance allowance, Duration most) {
    this.explored = explored;
    this.lab = explored.lab();
    this.options = lab.options();
    this.allowance = allowance;
    this.until = allowance.spent().plus(most);
    this.enough =
        Optional.of(
            options.exploration().walks().isPresent()
                ? WALKED_STATES
                : Math.max(SHORTENING_STATES, 2 * explored.snapshot().figures().states()));
  }

  /** How long looking for a path may take after a check that took so long. */
  static Duration most(Duration spent) {
    Duration some = spent.multipliedBy(TIMES_THE_CHECK);
    return some.compareTo(AT_LEAST) > 0 ? some : AT_LEAST;
  }

  /**
   * A path.
   *
   * @param found what it leads to, with the states on the way; not necessarily what was found first
   * @param space the space that knows these states
   */
  record Path(Found found, StateSpace space) {
    /** The layout whose initial state the path begins with; one that has the same nodes. */
    int layout() {
      List<int[]> initials = space.initials();
      for (int layout = 0; layout < initials.size(); layout++) {
        if (Arrays.equals(initials.get(layout), start())) {
          return layout;
        }
      }
      throw new IllegalStateException("a path begins in no initial state");
    }

    private int[] start() {
      return found.path().isEmpty() ? found.thrown().orElseThrow().source() : found.path().get(0);
    }

    /** The actions that lead from state to state, and last the one that threw, if one did. */
    List<Action> actions() {
      List<Action> actions = new ArrayList<>();
      for (int i = 1; i < found.path().size(); i++) {
        actions.add(
            space
                .actionBetween(found.path().get(i - 1), found.path().get(i))
                .orElseThrow(() -> new IllegalStateException("a path has a gap")));
      }
      found
          .thrown()
          .ifPresent(t -> actions.add(space.action(t.source(), t.node(), t.event(), t.outcome())));
      return actions;
    }
  }

  /** The shortest path to what was found, or to something nearer; nothing if time ran out. */
  Optional<Path> to(Found found) {
    if (byRounds()) {
      return found.path().isEmpty() ? Optional.empty() : Optional.of(new Path(found, lab.space()));
    }
    try {
      return nearestTo(found);
    } catch (SymmetryBreach | SymmetryTooDear beyond) {
      // What was found is a fact; only beyond what was explored are nodes told apart, or too many
      // states for symmetry to pay.
      lab.space().keepNames();
      return nearestTo(found);
    }
  }

  /** A search by rounds keeps the way to each state; others would not keep to its assumption. */
  private boolean byRounds() {
    return options.reduction().rounds() || lab.model().setting().assumesRounds();
  }

  private Optional<Path> nearestTo(Found found) {
    return recorded(found)
        .or(() -> nearest(found))
        .or(() -> amongAll())
        .or(() -> asBefore(found))
        .or(() -> shortened(found))
        .or(() -> withoutDetours(found));
  }

  /** Leaves out what a random walk did in vain. */
  private Optional<Path> shortened(Found found) {
    if (options.exploration().walks().isEmpty() || found.mistake().isPresent()) {
      return Optional.empty();
    }
    Shortening shortening =
        new Shortening(lab.space(), lab.judges(), () -> allowance.spent().compareTo(until) < 0);
    return Optional.of(new Path(shortening.shortened(found), lab.space()));
  }

  static boolean isTerminal(Found found) {
    return found.property().filter(p -> p.kind() == Property.Kind.TERMINAL).isPresent();
  }

  private Optional<Path> recorded(Found found) {
    boolean known = options.exploration().nearestFirst() && !found.path().isEmpty();
    return known && !isTerminal(found)
        ? Optional.of(new Path(found, lab.space()))
        : Optional.empty();
  }

  /**
   * Searches with sets that keep violations near, and drops all that can be dropped: a shortest
   * path takes no step without effect. Terminal states are not kept near, and may be further away
   * when nothing is dropped.
   */
  private Optional<Path> nearest(Found found) {
    if (isTerminal(found) || options.reduction().partialOrder().isEmpty()) {
      return Optional.empty();
    }
    SearchOptions wanted =
        nearestFirst()
            .withPartialOrder(
                options.reduction().partialOrder().map(p -> p.with(PartialOrder.Seed.NEAREST)))
            .withDeadMessages(true);
    Lab near = lab.withNewSpace(wanted);
    near.space().auditUnless(explored.auxiliary()::isProven, true);
    Reductions installed = Reductions.install(near, explored.known(), allowance);
    Optional<Found> again = search(near, wanted, enough);
    boolean certain = installed.assumptionsHold();
    return again
        .filter(f -> certain && !isTerminal(f))
        .map(nearer -> new Path(nearer, near.space()));
  }

  private Optional<Path> amongAll() {
    boolean complete =
        options.exploration().nearestFirst() && options.reduction().partialOrder().isEmpty();
    lab.space().selectAll();
    return search(lab, nearestFirst(), complete ? Optional.empty() : enough)
        .map(found -> new Path(found, lab.space()));
  }

  private Optional<Path> asBefore(Found found) {
    if (!found.path().isEmpty()) {
      return Optional.empty();
    }
    explored.reductions().select(lab.space());
    return search(lab, nearestFirst(), Optional.empty()).map(again -> new Path(again, lab.space()));
  }

  private SearchOptions nearestFirst() {
    return nearestFirst(options);
  }

  /** Options for a search that finds shortest paths, as far as all transitions are explored. */
  static SearchOptions nearestFirst(SearchOptions options) {
    boolean remembers = options.store().memory() != StoreOptions.Memory.NONE;
    return options
        .withSelectivePush(false)
        .withMemory(remembers ? options.store().memory() : StoreOptions.Memory.FULL)
        .withWalks(Optional.empty())
        .withOrder(ExplorationOptions.Order.BREADTH_FIRST);
  }

  private Optional<Found> search(Lab where, SearchOptions how, Optional<Long> states) {
    Duration left = until.minus(allowance.spent());
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    Budget bounds =
        new Budget(states, Optional.of(left), Optional.empty(), allowance.budget().depth());
    Search search = where.search(how, true, allowance.share(Progress.Phase.TELLING, bounds));
    search.run();
    return search.found();
  }

  /** Leaves out what a path does between a state and the last of its successors on the path. */
  private Optional<Path> withoutDetours(Found found) {
    List<int[]> path = found.path();
    if (path.isEmpty()) {
      return Optional.empty();
    }
    List<int[]> shorter = new ArrayList<>();
    int at = 0;
    while (at < path.size()) {
      shorter.add(path.get(at));
      int next = at + 1;
      for (int candidate = path.size() - 1; candidate > next; candidate--) {
        if (lab.space().actionBetween(path.get(at), path.get(candidate)).isPresent()) {
          next = candidate;
        }
      }
      at = next;
    }
    return Optional.of(new Path(found.along(shorter), lab.space()));
  }
}
