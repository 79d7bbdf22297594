package dev.parley.engine.internal;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;

/** Remembers what a listener threw: that is its owner's to deal with, no failure of the check. */
final class WatchedListener implements ProgressListener {
  private final ProgressListener watched;
  private Throwable thrown;

  WatchedListener(ProgressListener watched) {
    this.watched = watched;
  }

  @Override
  public void progress(Progress progress) {
    watch(() -> watched.progress(progress));
  }

  @Override
  public void found(InstanceResult withoutTrace) {
    watch(() -> watched.found(withoutTrace));
  }

  private void watch(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      thrown = e;
      throw e;
    }
  }

  /** Whether the listener threw this very exception. */
  boolean threw(Throwable candidate) {
    return thrown == candidate;
  }
}
