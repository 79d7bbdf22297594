package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * What a search met where: how many states at which distance, and which handlers its transitions
 * belong to.
 *
 * @param statesByDepth for each distance from the initial state, beginning with 0, how many states
 *     were first met there; empty if the search does not go by distance
 * @param steps how often each handler was taken, in the order of their names
 * @param walks what random walks came to, if they took the place of a search
 */
public record Profile(
    List<Long> statesByDepth, List<StepCount> steps, Optional<WalkFigures> walks) {
  /** Nothing is known. */
  public static final Profile NONE = new Profile(List.of(), List.of(), Optional.empty());

  /**
   * How often a handler was taken.
   *
   * @param handler as {@code Acceptor.read}
   * @param transitions how many transitions were steps of it
   */
  public record StepCount(String handler, long transitions) {}

  /** The same with what random walks came to. */
  public Profile with(WalkFigures figures) {
    return new Profile(statesByDepth, steps, Optional.of(figures));
  }

  /** Keeps its own copies. */
  public Profile {
    statesByDepth = List.copyOf(statesByDepth);
    steps = List.copyOf(steps);
  }
}
