package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checkpoints that CRIU takes from outside. A process is saved by writing its memory to files, and
 * restored from them any number of times, each time in a namespace of its own.
 *
 * <p>Saving ends the process. If it went on, nobody could say which of its last bytes it had
 * written before it was saved. So all that it has said is read until its output ends, and belongs
 * to the checkpoint.
 *
 * <p>What a process keeps in files is not saved. Programs that listen are not either, since CRIU
 * saves connections only if both of their ends are saved.
 */
final class CriuCheckpoints implements Checkpoints {
  /** Says which program is CRIU; by default it is looked for on the path. */
  private static final String PLACE = "parley.criu";

  /** Older versions fail on the second checkpoint of a process. */
  private static final int LEAST = 402;

  private static final Pattern VERSION = Pattern.compile("Version: (\\d+)\\.(\\d+)");
  private static final long MILLIS = 20_000;
  private static final String LOG = "restore.log";

  private final PeerProgram program;
  private final Surroundings surroundings;
  private final Map<Place, Image> images = new HashMap<>();
  private Optional<String> trouble = Optional.empty();
  private boolean probed;
  private long taken;

  /**
   * A saved process.
   *
   * @param files its memory
   * @param directory where it ran
   * @param pipes what its standard input, output and error were called
   * @param unread what it had said and was not asked for
   */
  private record Image(Path files, Path directory, List<String> pipes, byte[] unread) {}

  CriuCheckpoints(PeerProgram program, Surroundings surroundings) {
    this.program = program;
    this.surroundings = surroundings;
  }

  private static String criu() {
    return System.getProperty(PLACE, "criu");
  }

  /** Why processes cannot be saved on this machine, if so. */
  static Optional<String> missing() {
    try {
      Ran version = run(List.of(criu(), "--version"));
      Matcher number = VERSION.matcher(version.text);
      if (!number.find()) {
        return Optional.of("the version of CRIU cannot be told");
      }
      int found = 100 * Integer.parseInt(number.group(1)) + Integer.parseInt(number.group(2));
      if (found < LEAST) {
        return Optional.of("CRIU is older than 4.2 (" + number.group() + ")");
      }
      Ran check = run(List.of(criu(), "check"));
      if (check.status != 0) {
        return Optional.of("CRIU cannot save processes here (" + lastLine(check.text) + ")");
      }
      Ran namespace = run(List.of("unshare", "--pid", "--fork", "--kill-child=KILL", "true"));
      return namespace.status == 0
          ? Optional.empty()
          : Optional.of("no namespace can be made (" + lastLine(namespace.text) + ")");
    } catch (IOException e) {
      return Optional.of("there is no CRIU here");
    }
  }

  private record Ran(int status, String text) {}

  private static Ran run(List<String> command) throws IOException {
    File output = File.createTempFile("parley-criu", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output)
              .start();
      if (!process.waitFor(MILLIS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Ran(
          process.exitValue(), Files.readString(output.toPath(), StandardCharsets.ISO_8859_1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while CRIU ran", e);
    } finally {
      Files.deleteIfExists(output.toPath());
    }
  }

  private static String lastLine(String text) {
    String[] lines = text.strip().split("\n");
    return lines[lines.length - 1].strip();
  }

  /** Whether processes can be saved; looked at once. */
  boolean works() {
    if (!probed) {
      probed = true;
      trouble = missing();
    }
    return trouble.isEmpty();
  }

  @Override
  public boolean save(PeerProcess process) {
    Optional<ProcessHandle> init =
        works() ? ContainedProcess.awaitInit(process.handle(), MILLIS) : Optional.empty();
    if (init.isEmpty()) {
      return true;
    }
    Path files = surroundings.newDirectory("image");
    List<String> command =
        new ArrayList<>(
            List.of(criu(), "dump", "--tree", String.valueOf(init.get().pid()), "--images-dir"));
    command.addAll(List.of(files.toString(), "--log-file", "dump.log"));
    process.pipes().forEach(pipe -> command.addAll(List.of("--external", pipe.replace(":", ""))));
    try {
      Ran dump = run(command);
      if (dump.status != 0) {
        trouble = Optional.of("a process could not be saved (" + lastLine(errors(files)) + ")");
        return true;
      }
      images.put(
          process.place(),
          new Image(files, process.directory(), process.pipes(), process.drained()));
      taken++;
    } catch (IOException e) {
      trouble = Optional.of("a process could not be saved (" + e.getMessage() + ")");
    }
    return false;
  }

  private static String errors(Path files) throws IOException {
    try (Stream<String> lines =
        Files.lines(files.resolve("dump.log"), StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.contains("Error")).reduce("", (one, other) -> other);
    }
  }

  @Override
  public boolean has(Place place) {
    return images.containsKey(place) && trouble.isEmpty();
  }

  @Override
  public boolean startsProcesses() {
    return true;
  }

  @Override
  public Optional<PeerProcess> restored(Place place, List<PeerProcess> running) {
    Image image = images.get(place);
    Path log = surroundings.newDirectory("restore");
    List<String> command =
        new ArrayList<>(
            List.of(criu(), "restore", "--images-dir", image.files.toString(), "--work-dir"));
    command.addAll(List.of(log.toString(), "--log-file", LOG, "-v4"));
    for (int i = 0; i < image.pipes.size(); i++) {
      command.addAll(List.of("--inherit-fd", "fd[" + (i + 7) + "]:" + image.pipes.get(i)));
    }
    try {
      PeerProcess process =
          PeerProcess.restored(
              program, surroundings.berth(image.directory, true), place, command, image.unread);
      if (isRestored(process, log.resolve(LOG))) {
        return Optional.of(process);
      }
      process.close();
      trouble = Optional.of("a process could not be restored");
    } catch (IOException e) {
      trouble = Optional.of("a process could not be restored (" + e.getMessage() + ")");
    } finally {
      Trees.remove(log);
    }
    return Optional.empty();
  }

  /** Until CRIU says so, the end of a process would be CRIU's and not the program's. */
  private static boolean isRestored(PeerProcess process, Path log) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    while (System.nanoTime() < end) {
      boolean alive = process.isAlive();
      if (Files.exists(log)
          && Files.readString(log, StandardCharsets.ISO_8859_1)
              .contains("Restore finished successfully")) {
        return true;
      }
      if (!alive) {
        return false;
      }
      PeerProcess.pause();
    }
    return false;
  }

  @Override
  public void forget() {
    images.clear();
  }

  @Override
  public long taken() {
    return taken;
  }

  @Override
  public Optional<String> remark() {
    return trouble.map(
        why -> "checkpoints were wanted and histories were replayed instead, because " + why);
  }

  @Override
  public String name() {
    return works() || taken > 0 ? "by CRIU" : Checkpoints.super.name();
  }
}
