package dev.parley.engine.options;

import java.util.Objects;

/**
 * The choices that partial-order reduction has. Every combination is sound. They differ in how many
 * states are skipped, and in how long that takes.
 *
 * @param refinement how finely transitions are distinguished
 * @param seed which transition a stubborn set is built from
 * @param knowledge what it is based on
 */
public record PartialOrder(Refinement refinement, Seed seed, Knowledge knowledge) {
  /**
   * How finely transitions are distinguished when the reduction asks which of them may enable
   * which. As MP-Basset's transition refinement.
   */
  public enum Refinement {
    /** A handler is one transition, whatever it consumes. */
    NONE,
    /** Replies are distinguished by whom they answer. */
    REPLY,
    /** Quorum steps are distinguished by the set they consume. */
    QUORUM,
    /** Both. */
    COMBINED,
    /**
     * Both, and idle steps are distinguished from the other steps of their node: it is enough to
     * explore one of them alone. Goes beyond MP-Basset.
     */
    FULL
  }

  /** Which transition a stubborn set is built from. */
  public enum Seed {
    /**
     * A near search of some thousand states as with {@link #NEAREST}, then the main search as with
     * {@link #STARTS}. Only breadth-first searches have a near search.
     */
    NEAR_FIRST,
    /** Tries every enabled node and takes the smallest set. */
    SMALLEST,
    /**
     * MP-Basset's rule: prefers steps that start something, then steps that continue it, then steps
     * that end it.
     */
    STARTS,
    /** The first node, in the order of the topology, that gives a proper subset. */
    FIRST,
    /**
     * The nodes that must move before an invariant can break: the smallest set that contains all of
     * them. A violation then needs no more steps than without reduction.
     */
    NEAREST
  }

  /** What the reduction knows about who may send what. */
  public enum Knowledge {
    /** Trial runs of all local steps; if there are too many, as {@link #OBSERVED}. */
    TRIAL_RUNS,
    /**
     * The local steps that searches meet. The search is repeated until it meets no unknown one. If
     * there are too many, as {@link #BYTE_CODE}.
     */
    OBSERVED,
    /** Byte code alone. */
    BYTE_CODE
  }

  /** Fully refined, a near search first, knowledge from trial runs. */
  public static final PartialOrder DEFAULT =
      new PartialOrder(Refinement.FULL, Seed.NEAR_FIRST, Knowledge.TRIAL_RUNS);

  /** Checks that nothing is missing. */
  public PartialOrder {
    Objects.requireNonNull(refinement, "refinement");
    Objects.requireNonNull(seed, "seed");
    Objects.requireNonNull(knowledge, "knowledge");
  }

  /** Whether quorum steps are distinguished by what they consume. */
  public boolean splitsQuorums() {
    return refinement == Refinement.QUORUM || combines();
  }

  /** Whether replies are distinguished by whom they answer. */
  public boolean splitsReplies() {
    return refinement == Refinement.REPLY || combines();
  }

  private boolean combines() {
    return refinement == Refinement.COMBINED || refinement == Refinement.FULL;
  }

  /** Whether idle steps are distinguished from others. */
  public boolean splitsIdle() {
    return refinement == Refinement.FULL;
  }

  /** The same with another refinement. */
  public PartialOrder with(Refinement other) {
    return new PartialOrder(other, seed, knowledge);
  }

  /** The same with another seed. */
  public PartialOrder with(Seed other) {
    return new PartialOrder(refinement, other, knowledge);
  }

  /** The same with other knowledge. */
  public PartialOrder with(Knowledge other) {
    return new PartialOrder(refinement, seed, other);
  }

  /** What this is called wherever results are shown. */
  public String describe() {
    String name =
        switch (refinement) {
          case NONE -> "POR without refinement";
          case REPLY -> "POR with reply-split";
          case QUORUM -> "POR with quorum-split";
          case COMBINED -> "POR with combined-split";
          case FULL -> "POR";
        };
    return name
        + switch (seed) {
          case SMALLEST -> " by the smallest set";
          case NEAREST -> " by the nearest violation";
          case NEAR_FIRST -> "";
          case STARTS -> " from starting steps";
          case FIRST -> " from the first node";
        }
        + switch (knowledge) {
          case TRIAL_RUNS -> "";
          case OBSERVED -> " by observed steps";
          case BYTE_CODE -> " by byte code";
        };
  }
}
