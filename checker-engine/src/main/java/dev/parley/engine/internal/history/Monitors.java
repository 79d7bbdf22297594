package dev.parley.engine.internal.history;

import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Consistency;
import dev.parley.engine.model.Property;

/** Makes the monitor of a property. */
public final class Monitors {
  private Monitors() {}

  /**
   * A monitor that has seen nothing.
   *
   * @param property a property of recorded operations
   * @param runner knows what is recorded
   * @param twice whether the specification runs twice on everything
   */
  public static Monitor of(Property property, StepRunner runner, boolean twice) {
    Consistency consistency = property.consistency().orElseThrow();
    Specification specification = new Specification(property, runner, twice);
    if (consistency.kind() == Consistency.Kind.SEQUENTIALLY_CONSISTENT) {
      return new SequentialMonitor(specification, runner.recordings());
    }
    Monitor monitor = new LinearizabilityMonitor(specification, runner.recordings());
    return consistency.wholeHistory() ? new WholeHistory(monitor) : monitor;
  }
}
