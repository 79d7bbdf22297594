package dev.parley.engine.internal.step;

import java.util.Optional;

/**
 * What one execution of a step did.
 *
 * @param local the number of the new local state; meaningless if the step threw
 * @param recipients whom it sent to, ascending
 * @param messageIds what it sent, parallel to {@code recipients}; within a recipient ascending, or
 *     in the order of sending ({@link StepExecutor#keepSendingOrder})
 * @param choices which option was taken at each {@code choose}, in order
 * @param thrown what it threw
 */
public record StepOutcome(
    int local, int[] recipients, int[] messageIds, int[] choices, Optional<Throwable> thrown) {}
