package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/** A TCP connection on the loopback interface. */
final class SocketWire implements Wire {
  private static final int CONNECT_MILLIS = 5_000;

  private final Socket socket;
  private final InputStream in;

  private SocketWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /** A connection to a port; nothing if nobody listens there. */
  static Optional<Wire> to(int port) {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      if (isItself(socket, port)) {
        socket.close();
        return Optional.empty();
      }
      socket.setTcpNoDelay(true);
      return Optional.of(new SocketWire(socket));
    } catch (IOException e) {
      try {
        socket.close();
      } catch (IOException unimportant) {
        // There is no connection then, either.
      }
      return Optional.empty();
    }
  }

  /**
   * Whether both ends are the same socket. That happens where nobody listens on a port and the
   * system gives that port to the other end, too; the check would then read its own requests.
   */
  static boolean isItself(Socket socket, int port) {
    return socket.getLocalPort() == port;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  @Override
  public int read(byte[] into, int from, int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return in.read(into, from, into.length - from);
    } catch (SocketTimeoutException e) {
      return NOTHING;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed then, too.
    }
  }
}
