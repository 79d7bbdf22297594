package dev.parley.engine.fork;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * One end of the connection between parent and engine.
 *
 * <p>A value is sent as one frame: its size, then its bytes. It is encoded twice, the first time
 * only to count, so that no end ever holds the bytes of a large value. A value that cannot be
 * encoded fails while it is counted, when nothing was sent yet, and a smaller value can follow.
 */
final class Link implements Closeable {
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  Link(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
  }

  /** A value that this process cannot hold; the connection is at the next one. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    TooLargeException(long bytes) {
      super("a value of " + bytes + " bytes does not fit into the heap");
    }
  }

  <T> void send(Class<T> type, T value) throws IOException {
    Counter counter = new Counter();
    RecordWire.write(new DataOutputStream(counter), type, value);
    synchronized (out) {
      out.writeLong(counter.count);
      RecordWire.write(out, type, value);
      out.flush();
    }
  }

  /**
   * Waits for the next value.
   *
   * @throws java.io.EOFException if the other end is gone
   * @throws TooLargeException if memory ran out while it was read
   */
  <T> T receive(Class<T> type) throws IOException {
    long size = in.readLong();
    if (size < 0) {
      throw new IOException("expected the size of a frame and found " + size);
    }
    Frame frame = new Frame(in, size);
    T value;
    try {
      value = RecordWire.read(new DataInputStream(frame), type);
    } catch (OutOfMemoryError e) {
      // What was read of it is garbage by now.
      frame.skipRest();
      throw new TooLargeException(size);
    }
    if (frame.left > 0) {
      throw new IOException(frame.left + " bytes were left after a " + type.getSimpleName());
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Counts what is written to it. */
  private static final class Counter extends OutputStream {
    private long count;

    @Override
    public void write(int b) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }

  /** The bytes of one frame and no more. */
  private static final class Frame extends InputStream {
    private final InputStream in;
    private long left;

    Frame(InputStream in, long size) {
      this.in = in;
      this.left = size;
    }

    @Override
    public int read() throws IOException {
      int b = left == 0 ? -1 : in.read();
      if (b >= 0) {
        left--;
      }
      return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(left, length));
      if (count > 0) {
        left -= count;
      }
      return count;
    }

    void skipRest() throws IOException {
      while (left > 0) {
        long skipped = in.skip(left);
        if (skipped == 0) {
          if (in.read() < 0) {
            throw new EOFException();
          }
          skipped = 1;
        }
        left -= skipped;
      }
    }
  }
}
