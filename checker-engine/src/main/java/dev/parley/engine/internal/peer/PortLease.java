package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for one process. It is below the range from which the system takes the ports of outgoing
 * connections: an attempt to connect to a port of that range where nobody listens may get that very
 * port for its own end, and then talks to itself. While the lease lasts, a locked file keeps other
 * checks on the machine away from the port.
 */
final class PortLease implements AutoCloseable {
  private static final int LOWEST = 15_000;
  private static final int USUAL_END = 32_768;
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private final int port;
  private final FileChannel lock;

  private PortLease(int port, FileChannel lock) {
    this.port = port;
    this.lock = lock;
  }

  /** A port that nobody uses. */
  static PortLease any() {
    int end = end();
    int count = end - LOWEST;
    int first = ThreadLocalRandom.current().nextInt(count);
    for (int i = 0; i < count; i++) {
      Optional<PortLease> lease = of(LOWEST + (first + i) % count);
      if (lease.isPresent()) {
        return lease.get();
      }
    }
    throw new PeerException("no port from " + LOWEST + " to " + end + " is free for a program");
  }

  /** The first port that outgoing connections may get. */
  static int end() {
    try {
      int low = Integer.parseInt(Files.readString(RANGE).trim().split("\\s+")[0]);
      return low > LOWEST ? low : USUAL_END;
    } catch (IOException | NumberFormatException e) {
      return USUAL_END;
    }
  }

  private static Optional<PortLease> of(int port) {
    try {
      Path directory =
          Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "parley-ports"));
      FileChannel lock =
          FileChannel.open(
              directory.resolve(String.valueOf(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (isLocked(lock) && isFree(port)) {
        return Optional.of(new PortLease(port, lock));
      }
      lock.close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isLocked(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(false);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }
}
