package dev.parley.engine.fork;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * One end of the connection between parent and engine.
 *
 * <p>A value is encoded completely before its first byte is sent, and sent as one frame. Should
 * memory run out while it is encoded, the stream is as it was and a smaller value can still follow.
 */
final class Link implements Closeable {
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  Link(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(socket.getOutputStream());
  }

  <T> void send(Class<T> type, T value) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    RecordWire.write(new DataOutputStream(frame), type, value);
    synchronized (out) {
      out.writeInt(frame.size());
      frame.writeTo(out);
      out.flush();
    }
  }

  /**
   * Waits for the next value.
   *
   * @throws java.io.EOFException if the other end is gone
   */
  <T> T receive(Class<T> type) throws IOException {
    int size = in.readInt();
    if (size < 0) {
      throw new IOException("expected the size of a frame and found " + size);
    }
    byte[] frame = new byte[size];
    in.readFully(frame);
    ByteArrayInputStream content = new ByteArrayInputStream(frame);
    T value = RecordWire.read(new DataInputStream(content), type);
    if (content.available() > 0) {
      throw new IOException(
          content.available() + " bytes were left after a " + type.getSimpleName());
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
