package dev.parley.engine.result;

import dev.parley.engine.options.Budget;

/**
 * How far a running check has come.
 *
 * @param phase what the check is doing
 * @param states distinct states so far
 * @param transitions steps taken so far
 * @param frontier states waiting to be expanded
 * @param depth how deep the search is
 * @param storeBytes what the engine's tables take
 * @param millis time spent
 * @param budget what may be spent
 */
public record Progress(
    Phase phase,
    long states,
    long transitions,
    long frontier,
    long depth,
    long storeBytes,
    long millis,
    Budget budget) {
  /** What a check is doing. Each may take a search of its own. */
  public enum Phase {
    /** Finds out what reductions need to know. */
    PREPARING,
    /** Searches for violations: this decides the verdict. */
    SEARCHING,
    /** Has external programs answer everything a second time, before there is a verdict. */
    AUDITING,
    /** Knows the verdict, and looks for the shortest steps that lead to a violation. */
    TELLING,
    /** Knows the verdict, and measures what leaving out inferred fields would save. */
    MEASURING
  }
}
