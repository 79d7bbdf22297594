package dev.parley.engine.result;

/** Hears how far a check has come, now and then, on the searching thread; must return quickly. */
@FunctionalInterface
public interface ProgressListener {
  /** Hears nothing. */
  ProgressListener NONE = progress -> {};

  /** The search has come this far. */
  void progress(Progress progress);

  /**
   * The verdict is known, and what follows only tells how it comes about. Whoever listens can keep
   * it, in case the check does not live to tell.
   *
   * @param withoutTrace the result as far as it is known; the steps that lead there are missing
   */
  default void found(InstanceResult withoutTrace) {}
}
