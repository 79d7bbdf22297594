package dev.parley.engine.result;

import dev.parley.engine.result.Surroundings.FaultCount;
import java.util.List;

/**
 * Faults that may happen together.
 *
 * @param faults how often each may happen, those that may not left out
 */
public record FaultSet(List<FaultCount> faults) {
  /** Keeps its own copy. */
  public FaultSet {
    faults = List.copyOf(faults);
  }

  /** The faults in words: {@code up to one loss and one crash}. */
  public String text() {
    return (faults.isEmpty() ? "" : "up to ") + Surroundings.listed(faults);
  }
}
