package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * The history of recorded operations along a counterexample.
 *
 * @param demand what the property demands, as an adjective: {@code linearizable}
 * @param operations the operations, in the order in which they began
 * @param misfit which of them has the result that does not fit, by its place in the list, from 0
 * @param fitting the results with which it would have fitted, as text
 */
public record Timeline(
    String demand, List<Operation> operations, Optional<Integer> misfit, List<String> fitting) {
  /** Keeps its own copies. */
  public Timeline {
    operations = List.copyOf(operations);
    fitting = List.copyOf(fitting);
  }

  /**
   * An operation.
   *
   * @param client the node that began it
   * @param operation what it is, as text
   * @param began the step in which it began; 0 if it was pending from the start
   * @param ended the step in which it ended; absent if it did not
   * @param result its result as text; absent if it has none, or did not end
   * @param orphaned whether it never ends, because its client restarted and went on
   */
  public record Operation(
      String client,
      String operation,
      int began,
      Optional<Integer> ended,
      Optional<String> result,
      boolean orphaned) {
    /** The operation with its result, as {@code Read[] = 'A'}. */
    public String described() {
      return operation + result.map(r -> " = " + r).orElse("");
    }
  }

  /** What does not fit and what would have, as a sentence; empty if it is not known. */
  public String sentence() {
    if (misfit.isEmpty()) {
      return "";
    }
    Operation one = operations.get(misfit.get());
    String what = one.client() + "'s " + one.operation();
    String got = one.result().map(r -> "returned " + r).orElse("ended without a result");
    return what + " " + got + "; what fits is " + String.join(" or ", fitting) + ".";
  }
}
