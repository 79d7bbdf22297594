package dev.parley.engine.options;

import java.util.Objects;

/**
 * How partial-order reduction goes about its work. Every choice is sound; they differ in how much
 * is left out, and at what price.
 *
 * @param refinement how finely transitions are told apart
 * @param seed which transition a stubborn set is built from
 * @param knowledge what it is based on
 */
public record PartialOrder(Refinement refinement, Seed seed, Knowledge knowledge) {
  /**
   * How finely transitions are told apart when it is asked what may enable what, as MP-Basset's
   * transition refinement does.
   */
  public enum Refinement {
    /** A handler is one transition, whatever it consumes. */
    NONE,
    /** Replies are told apart by whom they answer. */
    REPLY,
    /** Quorum steps are told apart by the set they consume. */
    QUORUM,
    /** Both. */
    COMBINED,
    /**
     * Both, and steps that consume a message without effect are told apart from the other steps of
     * their node: one of them by itself is enough. Goes beyond MP-Basset.
     */
    FULL
  }

  /** Which transition a stubborn set is built from. */
  public enum Seed {
    /**
     * As {@link #NEAREST} on a first look at some thousand states, then as {@link #STARTS}. Only a
     * breadth-first search looks.
     */
    NEAR_FIRST,
    /** Every enabled node is tried; the smallest set wins. */
    SMALLEST,
    /**
     * MP-Basset's rule: rather a step that starts something, then one that goes on, and one that
     * ends something last.
     */
    STARTS,
    /** The first node, in the order of the topology, that gives a proper subset. */
    FIRST,
    /**
     * Somebody without whom no invariant can break: the smallest set that contains all such. A
     * violation is then never further away than without reduction.
     */
    NEAREST
  }

  /** What the reduction knows about who may send what. */
  public enum Knowledge {
    /** Trial runs of all local steps; if there are too many, as {@link #OBSERVED}. */
    TRIAL_RUNS,
    /**
     * The local steps that happen: the search is repeated until it meets none that it did not
     * reckon with. Byte code if they are too many.
     */
    OBSERVED,
    /** Byte code alone. */
    BYTE_CODE
  }

  /** Fully refined, from starting steps after a look at what is near, with trial runs. */
  public static final PartialOrder DEFAULT =
      new PartialOrder(Refinement.FULL, Seed.NEAR_FIRST, Knowledge.TRIAL_RUNS);

  /** Checks that nothing is missing. */
  public PartialOrder {
    Objects.requireNonNull(refinement, "refinement");
    Objects.requireNonNull(seed, "seed");
    Objects.requireNonNull(knowledge, "knowledge");
  }

  /** Whether quorum steps are told apart by what they consume. */
  public boolean splitsQuorums() {
    return refinement == Refinement.QUORUM || combines();
  }

  /** Whether replies are told apart by whom they answer. */
  public boolean splitsReplies() {
    return refinement == Refinement.REPLY || combines();
  }

  private boolean combines() {
    return refinement == Refinement.COMBINED || refinement == Refinement.FULL;
  }

  /** Whether steps without effect are told apart from others. */
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
