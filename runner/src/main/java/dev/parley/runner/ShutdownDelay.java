package dev.parley.runner;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a Java machine that is being stopped (Ctrl-C, a cancelled job) alive until the work that
 * opened this is over. The engine's process is stopped by its own hook, which ends the search; what
 * is left to do is to write down what was found.
 */
final class ShutdownDelay {
  /** Build servers kill what does not end by itself; most give it ten seconds or more. */
  private static final long MOST_SECONDS = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::await, "parley-report");

  ShutdownDelay() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException stoppingAlready) {
      // Too late to delay it.
    }
  }

  private void await() {
    try {
      if (!over.await(MOST_SECONDS, TimeUnit.SECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The work is over. */
  void end() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // It runs, and ends by itself now.
    }
  }
}
