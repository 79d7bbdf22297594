package dev.parley.engine.result;

import dev.parley.engine.result.Surroundings.FaultCount;
import java.util.List;

/**
 * Faults that may happen together.
 *
 * @param faults how often each may happen; those that may not are left out, unless another budget
 *     would allow some of them
 */
public record FaultSet(List<FaultCount> faults) {
  /** Keeps its own copy. */
  public FaultSet {
    faults = List.copyOf(faults);
  }

  /** The faults in words: {@code up to one loss and one crash}. */
  public String text() {
    return Surroundings.upTo(faults);
  }
}
