package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who can reach a port of this machine, as far as the system tells. */
final class Listeners {
  private static final String LISTENING = "0A";

  /** The column with the number of a socket. */
  private static final int INODE = 9;

  /** 127.0.0.1, ::1, and 127.0.0.1 as an address of IPv6, as the kernel writes them. */
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F");

  private Listeners() {}

  /**
   * Whether other machines can reach a port, or any other at which a process or one of its children
   * listens; false where the system does not tell.
   */
  static boolean isExposed(int port, ProcessHandle process) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    Set<String> sockets =
        Stream.concat(Stream.of(process), process.descendants())
            .flatMap(each -> sockets(each.pid()).stream())
            .collect(Collectors.toSet());
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .flatMap(file -> lines(Path.of(file)).stream())
        .map(line -> line.trim().split("\\s+"))
        .filter(columns -> columns.length > INODE && columns[3].equals(LISTENING))
        .filter(columns -> columns[1].endsWith(suffix) || sockets.contains(columns[INODE]))
        .map(columns -> columns[1].substring(0, columns[1].lastIndexOf(':')))
        .anyMatch(address -> !LOOPBACK.contains(address) && !address.endsWith("7F"));
  }

  /** The numbers of the sockets that a process has open. */
  private static Set<String> sockets(long pid) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return open.flatMap(file -> target(file).stream())
          .filter(target -> target.startsWith("socket:["))
          .map(target -> target.substring("socket:[".length(), target.length() - 1))
          .collect(Collectors.toSet());
    } catch (IOException | UncheckedIOException e) {
      return Set.of();
    }
  }

  private static Optional<String> target(Path link) {
    try {
      return Optional.of(Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
