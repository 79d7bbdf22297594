package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Moves;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.model.Property;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Finds a shorter way to what a walk found. First by delta debugging: steps are left out, by
 * halves, quarters and so on down to single ones, and the rest is taken again as far as it still
 * can be. Then by a nearest-first search that takes only steps of the path that is left, in any
 * order and as often as it likes, as long as that stays small.
 *
 * <p>Either way what comes out was taken step by step from an initial state and judged where it
 * ends. A shortened path is never worse than the one it was made of, and may lead to another state
 * in which the same property is false.
 */
public final class Shortening {
  /** How many states the search among the steps of a path may keep. */
  private static final int STATES = 50_000;

  private final StateSpace space;
  private final Judges judges;
  private final BooleanSupplier inTime;
  private final Moves moves = new Moves();

  /**
   * Shortens paths of a space.
   *
   * @param inTime whether there is time to go on; asked between two attempts
   */
  public Shortening(StateSpace space, Judges judges, BooleanSupplier inTime) {
    this.space = space;
    this.judges = judges;
    this.inTime = inTime;
  }

  /** A finding of the same kind, on a path that is as short as can be had. */
  public Found shortened(Found found) {
    Attempt shortest = new Attempt(found, steps(found.path()));
    shortest = withoutParts(shortest);
    return amongItsSteps(shortest).found();
  }

  /** A finding with the steps that lead there; the one that threw is not among them. */
  private record Attempt(Found found, List<Step> steps) {}

  private List<Step> steps(List<int[]> path) {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i < path.size(); i++) {
      int[] next = path.get(i);
      int[] state = path.get(i - 1);
      space.moves(state, moves);
      int move = 0;
      while (!leadsTo(state, move, next)) {
        move++;
      }
      steps.add(Step.of(moves, move));
    }
    return steps;
  }

  private boolean leadsTo(int[] state, int move, int[] next) {
    if (move == moves.size()) {
      throw new IllegalStateException("a walk has a gap");
    }
    return !moves.throwsAt(move) && Arrays.equals(space.after(state, moves, move), next);
  }

  private Attempt withoutParts(Attempt whole) {
    Attempt best = whole;
    for (int size = Math.max(1, best.steps().size() / 2); size >= 1; size /= 2) {
      boolean shorter = true;
      while (shorter) {
        shorter = false;
        for (int from = best.steps().size() - size; from >= 0; from -= size) {
          if (!inTime.getAsBoolean()) {
            return best;
          }
          Optional<Attempt> without = taken(best, from, Math.min(from + size, best.steps().size()));
          if (without.isPresent()) {
            best = without.get();
            from = Math.min(from, best.steps().size());
            shorter = true;
          }
        }
        shorter &= size == 1;
      }
    }
    return best;
  }

  /** The steps but for some of them, as far as they can be taken; nothing if that finds nothing. */
  private Optional<Attempt> taken(Attempt attempt, int leftOutFrom, int leftOutTo) {
    List<int[]> path = new ArrayList<>();
    List<Step> done = new ArrayList<>();
    int[] state = attempt.found().path().get(0);
    path.add(state);
    List<Step> steps = attempt.steps();
    for (int i = 0; ; i++) {
      Optional<Found> again = judged(attempt.found(), path);
      if (again.isPresent()) {
        return done.size() < steps.size()
            ? Optional.of(new Attempt(again.get(), done))
            : Optional.empty();
      }
      if (i == steps.size()) {
        return Optional.empty();
      }
      if (i < leftOutFrom || i >= leftOutTo) {
        space.moves(state, moves);
        int move = steps.get(i).in(moves);
        if (move >= 0 && !moves.throwsAt(move)) {
          state = space.after(state, moves, move);
          path.add(state);
          done.add(steps.get(i));
        }
      }
    }
  }

  /** What was found, if it is there again at the end of a path. */
  private Optional<Found> judged(Found wanted, List<int[]> path) {
    int[] state = path.get(path.size() - 1);
    if (wanted.thrown().isPresent()) {
      return thrown(wanted.thrown().get(), state)
          .map(thrown -> Found.exception(thrown, path.size(), List.copyOf(path)));
    }
    Property property = wanted.property().orElseThrow();
    boolean applies = property.kind() != Property.Kind.TERMINAL || space.isTerminal(state);
    return applies && !judges.holds(property, state)
        ? Optional.of(Found.failure(property, path.size() - 1L, List.copyOf(path)))
        : Optional.empty();
  }

  /** A step of the same node, or an action of the environment, that throws in a state. */
  private Optional<Found.Throw> thrown(Found.Throw wanted, int[] state) {
    space.moves(state, moves);
    for (int move = 0; move < moves.size(); move++) {
      boolean same =
          moves.node(move) == wanted.node()
              && (wanted.node() == Action.NOBODY || moves.event(move) == wanted.event());
      if (same && moves.throwsAt(move)) {
        return Optional.of(
            new Found.Throw(state, moves.node(move), moves.event(move), moves.outcome(move)));
      }
    }
    return Optional.empty();
  }

  /** A state on the way, with the step that led there. */
  private record Reached(int[] state, Reached from, Step step) {}

  private Attempt amongItsSteps(Attempt attempt) {
    Set<Step> allowed = new HashSet<>(attempt.steps());
    Map<IntBuffer, Reached> known = new HashMap<>();
    Deque<Reached> waiting = new ArrayDeque<>();
    Reached first = new Reached(attempt.found().path().get(0), null, null);
    known.put(IntBuffer.wrap(first.state()), first);
    waiting.add(first);
    while (!waiting.isEmpty() && known.size() <= STATES && inTime.getAsBoolean()) {
      Reached next = waiting.remove();
      Optional<Found> again = judged(attempt.found(), List.of(next.state()));
      if (again.isPresent()) {
        return shorter(attempt, next);
      }
      space.moves(next.state(), moves);
      for (int move = 0; move < moves.size(); move++) {
        if (!moves.throwsAt(move) && allowed.contains(Step.of(moves, move))) {
          int[] state = space.after(next.state(), moves, move);
          Reached reached = new Reached(state, next, Step.of(moves, move));
          if (known.putIfAbsent(IntBuffer.wrap(state), reached) == null) {
            waiting.add(reached);
          }
        }
      }
      space.trim();
    }
    return attempt;
  }

  private Attempt shorter(Attempt attempt, Reached end) {
    List<int[]> path = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    for (Reached at = end; at != null; at = at.from()) {
      path.add(at.state());
      Optional.ofNullable(at.step()).ifPresent(steps::add);
    }
    Collections.reverse(path);
    Collections.reverse(steps);
    return steps.size() < attempt.steps().size()
        ? new Attempt(judged(attempt.found(), path).orElseThrow(), steps)
        : attempt;
  }
}
