package dev.parley.engine.result;

import java.util.List;

/**
 * What a search met where: how many states at which distance, and which handlers its transitions
 * belong to.
 *
 * @param statesByDepth for each distance from the initial state, beginning with 0, how many states
 *     were first met there; empty if the search does not go by distance
 * @param steps how often each handler was taken, in the order of their names
 */
public record Profile(List<Long> statesByDepth, List<StepCount> steps) {
  /** Nothing is known. */
  public static final Profile NONE = new Profile(List.of(), List.of());

  /**
   * How often a handler was taken.
   *
   * @param handler as {@code Acceptor.read}
   * @param transitions how many transitions were steps of it
   */
  public record StepCount(String handler, long transitions) {}

  /** Keeps its own copies. */
  public Profile {
    statesByDepth = List.copyOf(statesByDepth);
    steps = List.copyOf(steps);
  }
}
