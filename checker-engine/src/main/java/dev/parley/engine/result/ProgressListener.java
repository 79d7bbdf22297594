package dev.parley.engine.result;

/** Hears how far a check has come, now and then, on the searching thread; must return quickly. */
@FunctionalInterface
public interface ProgressListener {
  /** Hears nothing. */
  ProgressListener NONE = progress -> {};

  /** The search has come this far. */
  void progress(Progress progress);
}
