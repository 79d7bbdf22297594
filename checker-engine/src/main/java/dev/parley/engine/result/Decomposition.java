package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * What is not part of the relevant state, why that is sound, and what more could be left out.
 *
 * @param declared what is marked {@code @Auxiliary}: fields of nodes, as {@code
 *     Acceptor.lastDelivered}, and of what they hold and send, as {@code Ballot.stamp}
 * @param inferred the fields that are auxiliary by their use, as the byte code shows
 * @param statesWithInferred how many states a search stores that leaves the inferred fields out;
 *     absent if there are none, if that was not measured, or if it did not end within the states
 *     and the time of the search itself
 * @param applied whether the search itself took the inferred fields for auxiliary
 * @param soundness how it is known that auxiliary content makes no difference; absent if the search
 *     left nothing out
 */
public record Decomposition(
    List<String> declared,
    List<Inferred> inferred,
    Optional<Long> statesWithInferred,
    boolean applied,
    Optional<Soundness> soundness) {

  /** Nothing is auxiliary. */
  public static final Decomposition NONE =
      new Decomposition(List.of(), List.of(), Optional.empty(), false);

  /**
   * A field that is auxiliary by its use.
   *
   * @param field as {@code Acceptor.lastDelivered}
   * @param reason why, in one sentence
   */
  public record Inferred(String field, String reason) {}

  /**
   * How it is known that auxiliary content makes no difference.
   *
   * @param basis what the verdict rests on
   * @param reason why no more than that, in one sentence; empty if it is proven
   */
  public record Soundness(Basis basis, String reason) {}

  /** What a search that leaves auxiliary content out rests on. */
  public enum Basis {
    /** The byte code shows that nothing relevant depends on auxiliary content. */
    PROVEN,
    /**
     * The search ended within its budget, and every step and property was run on all combinations
     * of the auxiliary content there is.
     */
    AUDITED,
    /** Neither: the verdict holds if auxiliary content makes no difference. */
    ASSUMED
  }

  /** Keeps its own copies. */
  public Decomposition {
    declared = List.copyOf(declared);
    inferred = List.copyOf(inferred);
  }

  /** One whose search left nothing out. */
  public Decomposition(
      List<String> declared,
      List<Inferred> inferred,
      Optional<Long> statesWithInferred,
      boolean applied) {
    this(declared, inferred, statesWithInferred, applied, Optional.empty());
  }

  /** The same with the measured number of states. */
  public Decomposition measured(long states) {
    return new Decomposition(declared, inferred, Optional.of(states), applied, soundness);
  }

  /** The same resting on this. */
  public Decomposition restingOn(Optional<Soundness> newSoundness) {
    return new Decomposition(declared, inferred, statesWithInferred, applied, newSoundness);
  }

  /** Whether the verdict rests on auxiliary content that is merely assumed to be. */
  public boolean isAssumed() {
    return soundness.filter(s -> s.basis() == Basis.ASSUMED).isPresent();
  }
}
