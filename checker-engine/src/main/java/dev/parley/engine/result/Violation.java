package dev.parley.engine.result;

import dev.parley.engine.model.Property;
import java.util.List;
import java.util.Optional;

/**
 * A property that does not hold, with the path to the state that shows it.
 *
 * @param property the property's name, or {@link #EXCEPTION}
 * @param kind the property's kind; absent for an exception in a step
 * @param message one sentence that says what went wrong
 * @param trace the counterexample; absent if the property was a goal that no state reaches
 * @param seen what the property looked at in the state that shows it, in that order
 * @param survey what else there is to see along the counterexample, if it could be found out
 * @param timeline the history of recorded operations, if the property is about these
 */
public record Violation(
    String property,
    Optional<Property.Kind> kind,
    String message,
    Optional<Trace> trace,
    List<Seen> seen,
    Optional<Survey> survey,
    Optional<Timeline> timeline) {
  /**
   * Something a property looked at.
   *
   * @param what a node's name, or {@code pending for} and a node's name
   * @param value those of its fields that the property may read, or the pending messages, as text
   */
  public record Seen(String what, String value) {}

  /** Keeps its own copy. */
  public Violation {
    seen = List.copyOf(seen);
  }

  /** A violation that is not about recorded operations. */
  public Violation(
      String property,
      Optional<Property.Kind> kind,
      String message,
      Optional<Trace> trace,
      List<Seen> seen,
      Optional<Survey> survey) {
    this(property, kind, message, trace, seen, survey, Optional.empty());
  }

  /** A violation without a survey. */
  public Violation(
      String property,
      Optional<Property.Kind> kind,
      String message,
      Optional<Trace> trace,
      List<Seen> seen) {
    this(property, kind, message, trace, seen, Optional.empty());
  }

  /** The same with a survey of its counterexample. */
  public Violation with(Survey found) {
    return new Violation(property, kind, message, trace, seen, Optional.of(found), timeline);
  }

  /** The same with a history of recorded operations. */
  public Violation with(Timeline told) {
    return new Violation(property, kind, message, trace, seen, survey, Optional.of(told));
  }

  /** A violation without a record of what the property looked at. */
  public Violation(
      String property, Optional<Property.Kind> kind, String message, Optional<Trace> trace) {
    this(property, kind, message, trace, List.of());
  }

  /** The name under which an exception or failed assertion in a step is reported. */
  public static final String EXCEPTION = "exception";
}
