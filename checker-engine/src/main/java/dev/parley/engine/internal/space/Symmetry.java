package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.model.Handler;
import dev.parley.engine.result.AppliedReduction;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/**
 * Has a space explore one of all states that differ only in which of several interchangeable nodes
 * is which. It is told of every local step and every evaluation that such a search rests on, the
 * first time they happen, and throws {@link SymmetryBreach} if nodes are not interchangeable after
 * all. Before it has explored many states, it may throw {@link SymmetryTooDear}.
 */
public interface Symmetry {
  /**
   * Replaces a state by the one that stands for it.
   *
   * @param parts the state, by its parts; overwritten
   * @return for each node the one whose name it gets
   */
  int[] canonicalise(int[] parts);

  /**
   * Writes a state under other names.
   *
   * @param parts the state, by its parts
   * @param names for each node the one whose name it gets
   * @param into receives the parts of the other state
   */
  void rename(int[] parts, int[] names, int[] into);

  /** Hears that the transitions of a state that stands for others come next. */
  void exploring(int[] parts);

  /**
   * Replaces a successor of the state that is being explored by the state that stands for it.
   *
   * @param parts the successor, by its parts; overwritten
   * @param changed the parts in which it differs from the state that is being explored
   * @param count how many of them
   */
  void canonicalise(int[] parts, int[] changed, int count);

  /** Whether two nodes are interchangeable, or the same. */
  boolean interchangeable(int node, int other);

  /** Hears what a local step does; no outcomes if its guard is false. */
  void ran(int node, int local, Handler handler, int[] consumed, List<StepOutcome> outcomes);

  /** Hears how large the quorums of a handler are in a local state. */
  void sized(int node, int local, Handler handler, int size);

  /** Hears what a restart does. */
  void restarted(int node, int local, int layout, List<StepOutcome> outcomes);

  /** Hears whether a property holds in a state. */
  void judged(Judged property, int[] cells, boolean holds);

  /** The same for another space on the same runner. */
  Symmetry on(StateSpace other);

  /** Forgets what was counted so far. */
  void recount();

  /** What was counted so far; first how many states were explored. */
  long[] counts();

  /** Counts on from there. */
  void setCounts(long[] counts);

  /** Counts on from so many states explored. */
  void setExplored(long states);

  /** How many evaluations under other names there were. */
  long evaluations();

  /** What it rests on, and what it saved. */
  AppliedReduction summary();

  /** What its tables take in memory. */
  long bytes();

  /** A property, as a symmetry sees it. */
  interface Judged {
    /** Its name. */
    String name();

    /** The method that users wrote for it, if it has one. */
    Optional<Method> method();

    /** Whether it was ever seen to look at a node's local state. */
    boolean hasLookedAt(int node);

    /** Whether it was ever seen to look at more than local states. */
    boolean looksBeyondLocals();

    /** How many different things it was seen to look at. */
    int looks();

    /**
     * What it can tell apart of a node's local states: a number that two of them share only if they
     * are the same to it under all names of nodes. Numbers of different versions must not be
     * compared, and a call may begin another version.
     */
    int sight(int node, int local);

    /** Which version {@link #sight} speaks. */
    int sightVersion();

    /** Whether it holds in a state, without telling a symmetry. */
    boolean decide(int[] cells);
  }
}
