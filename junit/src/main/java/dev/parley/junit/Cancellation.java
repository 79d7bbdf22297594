package dev.parley.junit;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.platform.engine.ExecutionRequest;

/**
 * Stops a run whose tests are cancelled. The platform has to be asked whether they are; the run
 * waits for its engine's process, and stops it when its thread is interrupted.
 */
final class Cancellation implements AutoCloseable {
  private static final long MILLIS_BETWEEN = 200;

  private final BooleanSupplier requested;
  private final Thread runner = Thread.currentThread();
  private final ScheduledExecutorService watcher =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "parley-cancellation");
            thread.setDaemon(true);
            return thread;
          });
  private boolean seen;
  private boolean over;

  private Cancellation(BooleanSupplier requested) {
    this.requested = requested;
    watcher.scheduleWithFixedDelay(
        this::look, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
  }

  /** Watches over what this thread does until it is closed. */
  static Cancellation of(ExecutionRequest request) {
    return new Cancellation(() -> isCancelled(request));
  }

  /** Before version 6 the platform could not cancel. */
  private static boolean isCancelled(ExecutionRequest request) {
    try {
      return request.getCancellationToken().isCancellationRequested();
    } catch (LinkageError olderPlatform) {
      return false;
    }
  }

  private synchronized void look() {
    if (!over && !seen && requested.getAsBoolean()) {
      seen = true;
      runner.interrupt();
    }
  }

  synchronized boolean isRequested() {
    return seen;
  }

  /** From here on nothing is interrupted any more, and what was is forgotten. */
  @Override
  public void close() {
    watcher.shutdownNow();
    synchronized (this) {
      over = true;
      if (seen) {
        Thread.interrupted();
      }
    }
  }
}
