package dev.parley.engine;

/**
 * How a replay ended.
 *
 * @param reproduced whether every step could be taken and the violation showed again
 * @param message one sentence that says what was reproduced, or where the replay left the record
 */
public record ReplayOutcome(boolean reproduced, String message) {}
