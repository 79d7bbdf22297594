package dev.parley.engine.result;

import dev.parley.engine.model.Property;

/**
 * What was found out about one property.
 *
 * @param name its name
 * @param description what it says, maybe empty
 * @param kind when it must hold
 * @param outcome what was found
 * @param evaluations how often its code ran, or, for a property of recorded operations, how many
 *     different ends of operations were judged; 0 means it was never exercised
 */
public record PropertyResult(
    String name, String description, Property.Kind kind, Status outcome, long evaluations) {
  /** What was found out about a property. */
  public enum Status {
    /** It holds, proven by a complete search (a goal: by a state that satisfies it). */
    HOLDS,
    /** It does not hold. */
    VIOLATED,
    /** The search ended before it was decided. */
    UNDECIDED,
    /**
     * The search is complete and met no state that the property is about, as a terminal property of
     * a protocol that never comes to rest, one about operations of which none ever ended, or one
     * about what follows something that never happens. Nothing is known of it, so it must not pass
     * for one that holds.
     */
    NOT_JUDGED
  }
}
