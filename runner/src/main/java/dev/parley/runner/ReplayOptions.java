package dev.parley.runner;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to replay, and how.
 *
 * @param trace the trace file
 * @param heap the engine's heap, if set
 * @param jvmArguments further arguments for the engine's Java machine
 * @param debugPort where to wait for a debugger, if at all
 */
public record ReplayOptions(
    Path trace, Optional<String> heap, List<String> jvmArguments, OptionalInt debugPort) {
  private static final int DEFAULT_PORT = 5005;
  private static final int MOST_PORTS = 65_535;

  /** Keeps its own copy. */
  public ReplayOptions {
    jvmArguments = List.copyOf(jvmArguments);
  }

  /**
   * Reads the parameter that says where to wait for a debugger.
   *
   * @param text {@code false} or null, {@code true} or empty, or a port
   */
  public static OptionalInt debugPort(String text) {
    String value = text == null ? "false" : text.strip();
    if (value.equals("false")) {
      return OptionalInt.empty();
    }
    if (value.isEmpty() || value.equals("true")) {
      return OptionalInt.of(DEFAULT_PORT);
    }
    if (value.matches("\\d{1,5}")
        && Integer.parseInt(value) >= 1
        && Integer.parseInt(value) <= MOST_PORTS) {
      return OptionalInt.of(Integer.parseInt(value));
    }
    throw new IllegalArgumentException("parley.debug must be a port or true, not '" + text + "'");
  }
}
