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
 * @param recorded the number of what it recorded of operations
 * @param thrown what it threw
 */
public record StepOutcome(
    int local,
    int[] recipients,
    int[] messageIds,
    int[] choices,
    int recorded,
    Optional<Throwable> thrown) {
  private static final int[] UNKNOWN = {-1};

  /**
   * Stands for the outcomes of a step of which not all is known: everything stays as it is, the
   * consumed messages too. So nothing that cannot happen is explored, and the state is not taken
   * for one in which nothing can happen.
   */
  static StepOutcome stays(int local) {
    return new StepOutcome(
        local, new int[0], new int[0], UNKNOWN, Recordings.NOTHING, Optional.empty());
  }

  /** Whether this stands for outcomes that are not known. */
  public boolean isUnknown() {
    return choices == UNKNOWN;
  }
}
