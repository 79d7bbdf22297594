package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * Which fields of nodes are not part of the relevant state, and what more could be left out.
 *
 * @param declared the fields marked {@code @Auxiliary}, as {@code Acceptor.lastDelivered}
 * @param inferred the fields that are auxiliary by their use, as the byte code shows
 * @param statesWithInferred how many states a search stores that leaves the inferred fields out;
 *     absent if there are none, if that was not measured, or if it did not end within the states
 *     and the time of the search itself
 * @param applied whether the search itself took the inferred fields for auxiliary
 */
public record Decomposition(
    List<String> declared,
    List<Inferred> inferred,
    Optional<Long> statesWithInferred,
    boolean applied) {

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

  /** Keeps its own copies. */
  public Decomposition {
    declared = List.copyOf(declared);
    inferred = List.copyOf(inferred);
  }

  /** The same with the measured number of states. */
  public Decomposition measured(long states) {
    return new Decomposition(declared, inferred, Optional.of(states), applied);
  }
}
