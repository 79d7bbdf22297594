package dev.parley.engine.options;

import java.util.Objects;
import java.util.Optional;

/**
 * Which states and transitions the search may skip.
 *
 * @param partialOrder how transitions are left out whose order makes no difference, if they are
 * @param deadMessages whether pending messages that can have no effect any more are dropped
 * @param symmetry whether one state is explored of all that differ in names of nodes only
 * @param trialRuns how many local steps may be run on trial, beforehand, to find out what the nodes
 *     can do: reductions are based on that
 * @param rounds whether a protocol with tagged messages is explored round by round; where that does
 *     not apply, the other reductions take its place
 */
public record ReductionOptions(
    Optional<PartialOrder> partialOrder,
    boolean deadMessages,
    Symmetry symmetry,
    int trialRuns,
    boolean rounds) {
  /** Whether interchangeable nodes are made use of. */
  public enum Symmetry {
    /** They are not. */
    OFF,
    /** They are, where there are some; the result says why not if there are none. */
    AUTO,
    /** They are; it is an error if there are none, or if they turn out not to be. */
    REQUIRED
  }

  /** As many trial runs as take a second at most. */
  public static final int TRIAL_RUNS = 250_000;

  /** Nothing is skipped. */
  public static final ReductionOptions NONE =
      new ReductionOptions(Optional.empty(), false, Symmetry.OFF, TRIAL_RUNS);

  /** Checks that the parts make sense. */
  public ReductionOptions {
    Objects.requireNonNull(partialOrder, "partialOrder");
    Objects.requireNonNull(symmetry, "symmetry");
    if (trialRuns < 0) {
      throw new IllegalArgumentException("trialRuns is " + trialRuns + "; it must not be negative");
    }
  }

  /** The same without rounds. */
  public ReductionOptions(
      Optional<PartialOrder> partialOrder, boolean deadMessages, Symmetry symmetry, int trialRuns) {
    this(partialOrder, deadMessages, symmetry, trialRuns, false);
  }

  /** Whether anything is skipped at all, symmetry and rounds apart. */
  public boolean any() {
    return partialOrder.isPresent() || deadMessages;
  }

  /** Whether symmetry is looked for. */
  public boolean seeksSymmetry() {
    return symmetry != Symmetry.OFF;
  }
}
