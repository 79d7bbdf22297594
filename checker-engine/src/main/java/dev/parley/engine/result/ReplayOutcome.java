package dev.parley.engine.result;

/**
 * How a replay ended.
 *
 * @param reproduced whether the last state violates a property or shows a mistake in the protocol,
 *     or the last step throws
 * @param message a sentence that says what happened, or where and why the replay had to stop
 */
public record ReplayOutcome(boolean reproduced, String message) {}
