package dev.parley.engine.result;

import dev.parley.engine.model.Property;
import java.util.Optional;

/**
 * A property that does not hold, with the path to the state that shows it.
 *
 * @param property the property's name, or {@link #EXCEPTION}
 * @param kind the property's kind; absent for an exception in a step
 * @param message one sentence that says what went wrong
 * @param trace the counterexample; absent if the property was a goal that no state reaches
 */
public record Violation(
    String property, Optional<Property.Kind> kind, String message, Optional<Trace> trace) {
  /** The name under which an exception or failed assertion in a step is reported. */
  public static final String EXCEPTION = "exception";
}
