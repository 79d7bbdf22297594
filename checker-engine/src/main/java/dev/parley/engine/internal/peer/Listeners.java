package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Who can reach a port of this machine, as far as the system tells. */
final class Listeners {
  private static final String LISTENING = "0A";

  /** 127.0.0.1, ::1, and 127.0.0.1 as an address of IPv6, as the kernel writes them. */
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F");

  private Listeners() {}

  /** Whether a port can be reached from other machines; false where the system does not tell. */
  static boolean isExposed(int port) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .flatMap(file -> lines(Path.of(file)).stream())
        .map(line -> line.trim().split("\\s+"))
        .filter(columns -> columns.length > 3 && columns[3].equals(LISTENING))
        .map(columns -> columns[1])
        .filter(address -> address.endsWith(suffix))
        .map(address -> address.substring(0, address.length() - suffix.length()))
        .anyMatch(address -> !LOOPBACK.contains(address) && !address.endsWith("7F"));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
