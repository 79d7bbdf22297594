package dev.parley.engine.result;

import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;

/**
 * What random walks came to.
 *
 * @param seed the seed of their choices: with it, the same walks can be taken again
 * @param asked how many walks there were to be
 * @param walks how many were begun
 * @param steps how many transitions they took together
 * @param ended which limit ended them before the last, if one did
 * @param countedWalks so many walks are included in the number of distinct states; after that,
 *     counting them took too much memory
 * @param foundIn the number of the walk that found something, if one did
 * @param foundAfter how many transitions it took until then
 * @param samples what was covered by when
 */
public record WalkFigures(
    long seed,
    long asked,
    long walks,
    long steps,
    Optional<Budget.Kind> ended,
    long countedWalks,
    Optional<Long> foundIn,
    Optional<Long> foundAfter,
    List<Sample> samples) {
  /** Keeps its own copy. */
  public WalkFigures {
    samples = List.copyOf(samples);
  }

  /**
   * What was covered at some moment.
   *
   * @param walks how many walks there had been
   * @param steps how many transitions they had taken
   * @param millis how much time had passed
   * @param states how many distinct states they had met, as far as these were counted
   * @param localStates how many distinct local states, of all nodes
   * @param handlers how many handlers had run at least once
   * @param goals how many goals had been reached
   */
  public record Sample(
      long walks,
      long steps,
      long millis,
      long states,
      long localStates,
      long handlers,
      long goals) {}
}
