package dev.parley.engine.internal.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Sees to it that no process outlives the check, whatever ends the check.
 *
 * <p>It is a small shell process that holds the other end of a pipe. It knows every process group
 * before the program in it begins to run: a program is started as a shell that waits for a word on
 * its input, and gets the word only after the keeper has confirmed. If the engine is gone, however
 * that came about, the pipe ends; the keeper then kills all groups, and whatever has left its group
 * but still carries the check's mark in its environment, and removes the working directories. It is
 * in a session of its own, so that what kills the engine's process group spares it, and it ignores
 * that nobody reads its confirmations any more. A program whose keeper is killed is killed by the
 * engine with the next one, which knows the same mark.
 *
 * <p>It looks for the mark until it has found nothing three times in a row: a process that becomes
 * another program at the moment shows no environment, and one that is killed takes a while to go.
 *
 * <p>Rejected: a hook at the JVM's shutdown, which does not run if the JVM is killed; the
 * parent-death signal, which depends on the thread that started the process.
 */
final class Keeper implements AutoCloseable {
  /** Carries the mark in the environment of programs. */
  static final String MARK = "PARLEY_PEER";

  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT PIPE
      pids=' '
      while read -r verb pid; do
        case $verb in
          add) pids="$pids$pid ";;
          kill) kill -9 "-$pid" 2>/dev/null
            case $pids in *" $pid "*) pids="${pids%%" $pid "*} ${pids#*" $pid "}";; esac;;
        esac
        echo ok
      done
      for pid in $pids; do kill -9 "-$pid" 2>/dev/null; done
      passes=0
      quiet=0
      while [ $quiet -lt 3 ] && [ $passes -lt 300 ]; do
        passes=$((passes+1))
        quiet=$((quiet+1))
        for file in $(grep -ls "PARLEY_PEER=$1" /proc/[0-9]*/environ 2>/dev/null); do
          quiet=0
          pid=${file#/proc/}
          kill -9 "${pid%/environ}" 2>/dev/null
        done
        sleep 0.01 2>/dev/null
      done
      rm -rf -- "$2"
      """;

  private final String mark = UUID.randomUUID().toString();
  private final Path directory;
  private Optional<Process> process = Optional.empty();
  private Writer orders;
  private BufferedReader answers;

  Keeper(Path directory) {
    this.directory = directory;
  }

  /** What the environment of each program must carry. */
  String mark() {
    return mark;
  }

  /** The keeper's own process, as long as it runs. */
  Optional<ProcessHandle> handle() {
    return process.map(Process::toHandle);
  }

  /** From now on, a group is killed when the engine is gone. */
  void add(long group) {
    order("add " + group);
  }

  /** Kills a group. */
  void kill(long group) {
    order("kill " + group);
  }

  private void order(String order) {
    try {
      if (!confirmed(order)) {
        process = Optional.empty();
        if (!confirmed(order)) {
          throw new PeerException("the process that guards external programs ends at once");
        }
      }
    } catch (IOException e) {
      throw new PeerException(
          "external programs need the commands sh and setsid, which cannot be run here ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  private boolean confirmed(String order) throws IOException {
    if (process.isEmpty()) {
      start();
    }
    try {
      orders.write(order + "\n");
      orders.flush();
      return "ok".equals(answers.readLine());
    } catch (IOException e) {
      return false;
    }
  }

  private void start() throws IOException {
    Process started =
        new ProcessBuilder(
                "setsid", "sh", "-c", SCRIPT, "parley-keeper", mark, directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process = Optional.of(started);
    orders = started.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Kills everything, and waits until it is done. */
  @Override
  public void close() {
    try {
      if (process.isPresent()) {
        orders.close();
        while (answers.readLine() != null) {
          continue;
        }
      }
    } catch (IOException e) {
      process.ifPresent(Process::destroyForcibly);
    }
    process = Optional.empty();
  }
}
