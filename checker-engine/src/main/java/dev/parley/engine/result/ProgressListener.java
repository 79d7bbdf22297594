package dev.parley.engine.result;

/** Hears how far a check has come, now and then, on the searching thread; must return quickly. */
@FunctionalInterface
public interface ProgressListener {
  /** Hears nothing. */
  ProgressListener NONE = progress -> {};

  /** The check has come this far. */
  void progress(Progress progress);

  /**
   * The verdict is known, and the check goes on: to look for the steps that lead to a violation, or
   * to measure something. If it does not come to its end, this is its result.
   *
   * @param result what is known so far
   */
  default void found(InstanceResult result) {}
}
