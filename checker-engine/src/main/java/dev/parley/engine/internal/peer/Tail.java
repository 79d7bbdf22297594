package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The last of what a program prints, to describe its failures, and whether it said it is ready. */
final class Tail {
  private static final int KEPT = 2_000;

  private final StringBuilder text = new StringBuilder();
  private final String awaited;
  private final CountDownLatch ready = new CountDownLatch(1);

  Tail(InputStream in, String awaited) {
    this.awaited = awaited;
    Thread reader = new Thread(() -> read(in), "parley-peer-messages");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream in) {
    try (in) {
      byte[] buffer = new byte[1024];
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        add(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      // The process is gone.
    }
  }

  private synchronized void add(String more) {
    text.append(more);
    if (!awaited.isEmpty() && text.indexOf(awaited) >= 0) {
      ready.countDown();
    }
    if (text.length() > KEPT + awaited.length()) {
      text.delete(0, text.length() - KEPT - awaited.length());
    }
  }

  /** Waits until the program has printed what it prints when it is ready. */
  boolean awaitReady(long millis) throws InterruptedException {
    return ready.await(millis, TimeUnit.MILLISECONDS);
  }

  /** The end of what was printed so far. */
  synchronized String text() {
    return text.toString().strip();
  }
}
