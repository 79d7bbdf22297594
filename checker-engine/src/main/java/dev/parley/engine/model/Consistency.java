package dev.parley.engine.model;

import dev.parley.api.SequentialObject;
import java.util.function.Supplier;

/**
 * What a property demands of the operations that clients record.
 *
 * @param kind which order the operations must have had
 * @param wholeHistory whether states with different histories are different states
 * @param object makes the specification in its initial state
 */
public record Consistency(Kind kind, boolean wholeHistory, Supplier<SequentialObject> object) {
  /** Which order operations must have had. */
  public enum Kind {
    /** One in which what ended before another began comes first. */
    LINEARIZABLE("linearizable"),
    /** One in which each client's operations are in their order. */
    SEQUENTIALLY_CONSISTENT("sequentially consistent");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** As an adjective: "every history is ...". */
    public String label() {
      return label;
    }
  }
}
