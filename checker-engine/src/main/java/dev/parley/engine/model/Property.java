package dev.parley.engine.model;

import dev.parley.api.World;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A declared property.
 *
 * @param name the property method's name
 * @param description what it says, for people
 * @param kind when it must hold
 * @param predicate its evaluation
 * @param method the annotated method behind the predicate; absent for a property made in code
 * @param trigger what must be true first, of a property that something leads to
 * @param consistency what it demands of recorded operations, if it is about these
 */
public record Property(
    String name,
    String description,
    Kind kind,
    Predicate<World> predicate,
    Optional<Method> method,
    Optional<Property> trigger,
    Optional<Consistency> consistency) {
  /** When a property must hold. */
  public enum Kind {
    /** In every reachable state. */
    INVARIANT,
    /** In every reachable state without enabled steps. */
    TERMINAL,
    /** In at least one reachable state. */
    REACHABLE,
    /** At some time in every fair run. */
    EVENTUALLY,
    /** Again and again in every fair run. */
    RECURRING,
    /** At the time, or at some later time, whenever something else is true in a fair run. */
    LEADS_TO,
    /** In at least one state that can be reached from each reachable state. */
    POSSIBLE;

    /** Whether it speaks of what comes after a state, and not of the state alone. */
    public boolean isLiveness() {
      return this == EVENTUALLY || this == RECURRING || this == LEADS_TO || this == POSSIBLE;
    }
  }

  /** A property that is not about recorded operations. */
  public Property(
      String name,
      String description,
      Kind kind,
      Predicate<World> predicate,
      Optional<Method> method,
      Optional<Property> trigger) {
    this(name, description, kind, predicate, method, trigger, Optional.empty());
  }

  /**
   * A property of the operations that clients record. It must hold in every state.
   *
   * @param name its name
   * @param description what it says, maybe empty
   * @param consistency what it demands
   * @param method the annotated method, if there is one
   * @return the property
   */
  public static Property of(
      String name, String description, Consistency consistency, Optional<Method> method) {
    return new Property(
        name,
        description.isEmpty() ? "every history is " + consistency.kind().label() : description,
        Kind.INVARIANT,
        world -> ((RecordedWorld) world).fits(name),
        method,
        Optional.empty(),
        Optional.of(consistency));
  }

  /** A property that nothing needs to lead to. */
  public Property(
      String name,
      String description,
      Kind kind,
      Predicate<World> predicate,
      Optional<Method> method) {
    this(name, description, kind, predicate, method, Optional.empty());
  }

  /** A property made in code, with a description. */
  public Property(String name, String description, Kind kind, Predicate<World> predicate) {
    this(name, description, kind, predicate, Optional.empty());
  }

  /**
   * A property made in code.
   *
   * @param name its name
   * @param kind when it must hold
   * @param predicate its evaluation
   * @return the property, without a description
   */
  public static Property of(String name, Kind kind, Predicate<World> predicate) {
    return new Property(name, "", kind, predicate);
  }

  /** The name, with the description in brackets if there is one. */
  public String described() {
    return described(name, description);
  }

  /**
   * A property as it is named in a sentence.
   *
   * @param name its name
   * @param description what it says; may be empty
   * @return the name, with the description in brackets if there is one
   */
  public static String described(String name, String description) {
    if (description.isEmpty()) {
      return name;
    }
    String clause =
        description.endsWith(".")
            ? description.substring(0, description.length() - 1)
            : description;
    return name + " (" + clause + ")";
  }
}
