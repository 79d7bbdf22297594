package dev.parley.engine.internal;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import java.util.Optional;

/**
 * Remembers what a listener threw, which is its owner's to deal with and no failure of the check,
 * and what it heard last.
 */
final class WatchedListener implements ProgressListener {
  private final ProgressListener watched;
  private Throwable thrown;
  private Optional<Progress> latest = Optional.empty();

  WatchedListener(ProgressListener watched) {
    this.watched = watched;
  }

  @Override
  public void progress(Progress progress) {
    latest = Optional.of(progress);
    watching(() -> watched.progress(progress));
  }

  @Override
  public void found(InstanceResult result) {
    watching(() -> watched.found(result));
  }

  private void watching(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      thrown = e;
      throw e;
    }
  }

  /** The last progress there was. */
  Optional<Progress> latest() {
    return latest;
  }

  /** Whether the listener threw this very exception. */
  boolean threw(Throwable candidate) {
    return thrown == candidate;
  }
}
