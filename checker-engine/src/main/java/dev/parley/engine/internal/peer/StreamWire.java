package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Standard input and output of a process. A thread reads, since a pipe cannot be read with a
 * time-out; it stops reading when nobody takes what it has read, so a program that floods blocks.
 */
final class StreamWire implements Wire {
  private static final byte[] LAST = new byte[0];
  private static final int CHUNK = 8192;
  private static final int CHUNKS = 16;

  private final OutputStream out;
  private final Thread reader;
  private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(CHUNKS);
  private byte[] current = new byte[0];
  private int taken;
  private boolean ended;
  private volatile boolean writing;

  StreamWire(OutputStream out, InputStream in) {
    this.out = out;
    reader = new Thread(() -> pump(in), "parley-peer-output");
    reader.setDaemon(true);
    reader.start();
  }

  private void pump(InputStream in) {
    try (in) {
      byte[] buffer = new byte[CHUNK];
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        chunks.put(java.util.Arrays.copyOf(buffer, count));
      }
    } catch (IOException e) {
      // The process is gone; what follows is the end.
    } catch (InterruptedException e) {
      return;
    }
    try {
      chunks.put(LAST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    writing = true;
    out.write(bytes);
    out.flush();
    writing = false;
  }

  @Override
  public int read(byte[] into, int from, int millis) throws IOException {
    if (taken == current.length && !ended) {
      try {
        byte[] chunk = chunks.poll(millis, TimeUnit.MILLISECONDS);
        if (chunk == null) {
          return NOTHING;
        }
        ended = chunk == LAST;
        current = chunk;
        taken = 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for a program", e);
      }
    }
    if (ended) {
      return END;
    }
    int count = Math.min(current.length - taken, into.length - from);
    System.arraycopy(current, taken, into, from, count);
    taken += count;
    return count;
  }

  @Override
  public void close() {
    reader.interrupt();
    if (writing) {
      // Who writes holds the stream until the program reads or is gone. Nobody waits for that.
      Thread closing = new Thread(this::closeInput, "parley-peer-input");
      closing.setDaemon(true);
      closing.start();
    } else {
      closeInput();
    }
  }

  private void closeInput() {
    try {
      out.close();
    } catch (IOException e) {
      // The program does not read any more.
    }
  }
}
