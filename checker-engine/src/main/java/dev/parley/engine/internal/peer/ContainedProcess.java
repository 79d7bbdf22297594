package dev.parley.engine.internal.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process that can be saved: the first process of a namespace of its own, so that it and its
 * children have the same numbers after every restore. It is a shell that starts the program, and
 * reaps what the program leaves behind: a namespace with a dead process in it could not be saved.
 */
final class ContainedProcess {
  /** Is in the environment of the program, and not in that of what starts it. */
  private static final String RUNS = "PARLEY_RUNS";

  private static final String INIT =
      "exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1; "
          + RUNS
          + "=1 \"$@\" <&3 >&4 2>&5 3<&- 4>&- 5>&- & exec 3<&- 4>&- 5>&-; wait $!";

  /** What to put before a command. */
  static final List<String> INSIDE =
      List.of(
          "unshare",
          "--pid",
          "--fork",
          "--kill-child=KILL",
          "setsid",
          "sh",
          "-c",
          INIT,
          "parley-peer");

  private ContainedProcess() {}

  /** How the system calls the standard input, output and error of a process. */
  static List<String> pipes(long pid) throws IOException {
    return List.of(pipe(pid, 0), pipe(pid, 1), pipe(pid, 2));
  }

  private static String pipe(long pid, int number) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/" + number)).toString();
  }

  /** The first process of the namespace, once the program itself runs in it. */
  static Optional<ProcessHandle> awaitInit(ProcessHandle outer, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (outer.isAlive() && System.nanoTime() < end) {
      if (outer.descendants().anyMatch(ContainedProcess::runs)) {
        return outer.children().findFirst();
      }
      PeerProcess.pause();
    }
    return Optional.empty();
  }

  private static boolean runs(ProcessHandle process) {
    try {
      String environment =
          Files.readString(
              Path.of("/proc/" + process.pid() + "/environ"), StandardCharsets.ISO_8859_1);
      return Stream.of(environment.split("\0")).anyMatch((RUNS + "=1")::equals);
    } catch (IOException e) {
      return false;
    }
  }
}
