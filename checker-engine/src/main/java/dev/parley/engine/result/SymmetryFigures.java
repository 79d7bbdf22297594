package dev.parley.engine.result;

import java.util.List;

/**
 * What symmetry saved, and what it cost.
 *
 * @param sets the nodes that were exchanged with each other
 * @param permutations in how many ways names can be exchanged
 * @param orbits how many states were explored, each for all that it becomes under other names
 * @param states for how many states these stand
 * @param estimated whether that number is an estimate, because not every state was asked
 * @param localSteps how many local steps were compared with what they do under other names
 * @param evaluations how many evaluations of properties there were under other names
 * @param proven whether properties were tried under all names, not a sample of them
 * @param forms the search for the states to explore
 */
public record SymmetryFigures(
    List<ExchangedNodes> sets,
    double permutations,
    long orbits,
    double states,
    boolean estimated,
    long localSteps,
    long evaluations,
    boolean proven,
    Forms forms) {
  /** Keeps its own copy. */
  public SymmetryFigures {
    sets = List.copyOf(sets);
  }

  /**
   * Nodes that were exchanged with each other.
   *
   * @param nodes their names
   * @param declared whether it was declared that they are interchangeable; else it was found
   */
  public record ExchangedNodes(List<String> nodes, boolean declared) {
    /** Keeps its own copy. */
    public ExchangedNodes {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * How the states to explore were found.
   *
   * @param count how often one was looked for
   * @param millis about how long that took, in all
   * @param inexact how often so many nodes looked alike that not one state stands for all of its
   *     orbit; then an orbit may have been explored several times
   */
  public record Forms(long count, long millis, long inexact) {}

  /** How many states each explored one stands for, on average. */
  public double factor() {
    return orbits == 0 ? 1 : states / orbits;
  }

  /**
   * About how much time was saved; negative if symmetry cost more than it saved. Without it, every
   * state would have been explored at the same speed, but no state would have been looked for.
   *
   * @param spent how long the search took
   */
  public long savedMillis(long spent) {
    return Math.round(Math.max(0, spent - forms.millis) * factor()) - spent;
  }
}
