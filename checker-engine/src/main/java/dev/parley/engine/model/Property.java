package dev.parley.engine.model;

import dev.parley.api.World;
import java.util.function.Predicate;

/**
 * A declared property.
 *
 * @param name the property method's name
 * @param description what it says, for people
 * @param kind when it must hold
 * @param predicate its evaluation
 */
public record Property(String name, String description, Kind kind, Predicate<World> predicate) {
  /** When a property must hold. */
  public enum Kind {
    /** In every reachable state. */
    INVARIANT,
    /** In every reachable state without enabled steps. */
    TERMINAL,
    /** In at least one reachable state. */
    REACHABLE
  }
}
