package dev.parley.engine.result;

import dev.parley.engine.result.Surroundings.FaultCount;
import java.util.List;
import java.util.Optional;

/**
 * A smallest set of faults that breaks a property: with any one of them less, nothing breaks.
 *
 * @param faults the faults that happened; those that did not are left out, unless another budget is
 *     for some of them, too; empty if the property breaks without any
 * @param property the property that breaks, or {@link Violation#EXCEPTION}
 * @param trace a shortest way there, if it was found in time
 */
public record BreakingFaults(List<FaultCount> faults, String property, Optional<Trace> trace) {
  /** Keeps its own copy. */
  public BreakingFaults {
    faults = List.copyOf(faults);
  }

  /** The faults in words: {@code one crash and one restart}. */
  public String text() {
    return Surroundings.listed(faults);
  }
}
