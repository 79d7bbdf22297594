package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import dev.parley.api.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of a program, and the place in its tree that it has got to. Whatever the program does
 * after a request is a {@link Reply}; only what makes every run impossible is an exception.
 */
final class PeerProcess implements AutoCloseable {
  /** How long a program that has closed a connection may take to end, to count as crashed. */
  private static final long ENDING_MILLIS = 1_000;

  private static final int POLL_MILLIS = 2;

  /** After so long, what is written may wait for what is read. */
  private static final int WRITE_MILLIS = 5;

  private final PeerProgram program;
  private final Frames frames;
  private final Keeper keeper;
  private final ExecutorService writers;
  private final Path directory;
  private final Optional<PortLease> lease;
  private final Process process;
  private final Tail tail;

  /** Whether it runs in a namespace of its own. */
  private final boolean contained;

  /** How the system calls its standard input, output and error. */
  private final List<String> pipes;

  private final Map<Integer, Line> lines = new HashMap<>();
  private Place place;
  private boolean reached;
  private boolean tainted;

  /** A connection with what has come and was not asked for yet. */
  private static final class Line {
    private final Wire wire;
    private byte[] bytes = new byte[512];
    private int length;
    private boolean ended;

    /** What happened in place of a reply, after which nothing that it says can be attributed. */
    private Optional<Reply.Event> over = Optional.empty();

    Line(Wire wire) {
      this.wire = wire;
    }

    String take(int count) {
      String taken = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
      System.arraycopy(bytes, count, bytes, 0, length - count);
      length -= count;
      return taken;
    }
  }

  /**
   * Where a process runs.
   *
   * @param keeper kills it at the latest when the check ends
   * @param writers run what may block
   * @param directory it runs there
   * @param contained whether it is in a namespace of its own, so that it can be saved
   */
  record Berth(Keeper keeper, ExecutorService writers, Path directory, boolean contained) {}

  private PeerProcess(
      PeerProgram program,
      Berth berth,
      Optional<PortLease> lease,
      Place place,
      Optional<List<String>> restoring)
      throws IOException {
    this.program = program;
    this.frames = new Frames(program.framing());
    this.keeper = berth.keeper;
    this.writers = berth.writers;
    this.directory = berth.directory;
    this.contained = berth.contained;
    this.lease = lease;
    this.place = place;
    boolean listens = lease.isPresent();
    process = (restoring.isPresent() ? restorer(restoring.get()) : builder(listens)).start();
    pipes = contained ? ContainedProcess.pipes(process.pid()) : List.of();
    tail =
        new Tail(
            listens ? process.getInputStream() : process.getErrorStream(),
            program.setting().ready());
    try {
      keeper.add(process.pid());
      process.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
    } catch (IOException e) {
      close();
      throw failedToStart();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    if (!listens) {
      lines.put(0, new Line(new StreamWire(process.getOutputStream(), process.getInputStream())));
    }
  }

  /** A fresh process at the beginning of everything. */
  static PeerProcess start(PeerProgram program, Berth berth, Place root) {
    Optional<PortLease> lease = program.listens() ? Optional.of(PortLease.any()) : Optional.empty();
    try {
      PeerProcess started = new PeerProcess(program, berth, lease, root, Optional.empty());
      started.awaitReady();
      return started;
    } catch (IOException e) {
      lease.ifPresent(PortLease::close);
      throw new PeerException(
          "external programs need the commands sh and setsid, which cannot be run here ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  /**
   * A process that was saved.
   *
   * @param command restores it; its standard input, output and error are 7, 8 and 9 there
   * @param unread what it had said when it was saved, and was not asked for
   */
  static PeerProcess restored(
      PeerProgram program, Berth berth, Place place, List<String> command, byte[] unread)
      throws IOException {
    PeerProcess process =
        new PeerProcess(program, berth, Optional.empty(), place, Optional.of(command));
    Line line = process.lines.get(0);
    line.bytes = Arrays.copyOf(unread, Math.max(512, unread.length));
    line.length = unread.length;
    return process;
  }

  /** The shell waits until the keeper knows it, and then becomes the program. */
  private ProcessBuilder builder(boolean listens) {
    String limit =
        program
            .limits()
            .address()
            .map(bytes -> "ulimit -v " + Math.max(1, bytes / 1024) + " || exit 126; ")
            .orElse("");
    String script =
        "IFS= read -r word || exit 125; " + limit + "exec \"$@\"" + (listens ? " </dev/null" : "");
    List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", script, "parley-peer"));
    if (contained) {
      command.addAll(ContainedProcess.INSIDE);
    }
    program.command().forEach(argument -> command.add(filled(argument)));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(listens);
    program
        .setting()
        .environment()
        .forEach((name, value) -> builder.environment().put(name, filled(value)));
    builder.environment().put(Keeper.MARK, keeper.mark());
    return builder;
  }

  private ProcessBuilder restorer(List<String> restoring) {
    String script =
        "IFS= read -r word || exit 125;"
            + " exec \"$@\" 7<&0 8>&1 9>&2 </dev/null >/dev/null 2>/dev/null";
    List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", script, "parley-peer"));
    command.addAll(restoring);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put(Keeper.MARK, keeper.mark());
    return builder;
  }

  private String filled(String text) {
    String port = lease.map(l -> String.valueOf(l.port())).orElse("{port}");
    return text.replace("{port}", port).replace("{dir}", directory.toString());
  }

  private void awaitReady() {
    if (program.setting().ready().isEmpty()) {
      return;
    }
    long end = System.nanoTime() + program.limits().start().toNanos();
    try {
      while (!tail.awaitReady(20)) {
        if (!process.isAlive() && !tail.awaitReady(20)) {
          throw failedToStart();
        }
        if (System.nanoTime() > end) {
          close();
          throw new PeerException(
              named()
                  + " did not print '"
                  + program.setting().ready()
                  + "' within "
                  + program.limits().start().toMillis()
                  + " ms; "
                  + printed());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new PeerException("interrupted while a program started", e);
    }
  }

  private PeerException failedToStart() {
    int status = exitStatus(ENDING_MILLIS).orElse(-1);
    close();
    String why =
        switch (status) {
          case 126 -> "it cannot be run, or its memory cannot be limited that far";
          case 127 -> "there is no such command";
          default -> "it ended with status " + status;
        };
    return new PeerException(named() + " does not start: " + why + "; " + printed());
  }

  private String printed() {
    return tail.text().isEmpty() ? "it printed nothing" : "it printed: " + tail.text();
  }

  private String named() {
    return "the program '" + String.join(" ", program.command()) + "'";
  }

  Place place() {
    return place;
  }

  /** Sets where it has got to. */
  void moveTo(Place newPlace) {
    place = newPlace;
  }

  /** Whether it has said more than it was asked for. */
  boolean hasUnread() {
    return lines.values().stream().anyMatch(line -> line.length > 0 || line.ended);
  }

  /** How the system calls its standard input, output and error. */
  List<String> pipes() {
    return pipes;
  }

  /** Where it runs. */
  Path directory() {
    return directory;
  }

  /**
   * All that it has said and was not asked for. To be called when nothing more can come, because
   * the process has ended.
   */
  byte[] drained() throws IOException {
    Line line = lines.get(0);
    long end = System.nanoTime() + program.limits().reply().toNanos();
    while (!line.ended && line.length < program.limits().bytes()) {
      if (System.nanoTime() > end) {
        throw new IOException("a process that was saved still has its output open");
      }
      more(line, 100);
    }
    return Arrays.copyOf(line.bytes, line.length);
  }

  /** Whether nothing that it does from now on says anything about the program. */
  boolean isSpent() {
    return tainted;
  }

  /**
   * Sends a request and tells what comes back. What comes back depends on what the program has said
   * alone, and not on when it is noticed that it reads no more: where nothing is awaited, its end
   * is no event.
   */
  Reply perform(Ask ask) {
    int connection = lease.isPresent() ? ask.connection() : 0;
    if (ask.hangsUp()) {
      hangUp(connection);
      return Reply.NONE;
    }
    Optional<Line> line = line(connection);
    if (line.flatMap(known -> known.over).isPresent()) {
      return ask.replies() == 0 ? Reply.NONE : new Reply(line.get().over.get(), "");
    }
    if (line.isPresent()) {
      return exchange(connection, line.get(), ask);
    }
    return ask.replies() == 0 ? Reply.NONE : ended(connection, "");
  }

  private void hangUp(int connection) {
    Line line = lines.remove(connection);
    if (line != null) {
      line.wire.close();
      if (lease.isEmpty()) {
        // Nothing can be sent to standard input any more; what comes then is an end.
        lines.put(connection, line);
        line.ended = true;
      }
    }
  }

  private Optional<Line> line(int connection) {
    Line known = lines.get(connection);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Wire> wire = SocketWire.to(lease.orElseThrow().port());
    long end = System.nanoTime() + program.limits().start().toNanos();
    while (wire.isEmpty() && !reached) {
      if (!process.isAlive()) {
        throw failedToStart();
      }
      if (System.nanoTime() > end) {
        close();
        throw new PeerException(
            named()
                + " does not listen on port "
                + lease.get().port()
                + " of 127.0.0.1 within "
                + program.limits().start().toMillis()
                + " ms; "
                + printed());
      }
      pause();
      wire = SocketWire.to(lease.get().port());
    }
    if (wire.isPresent() && !reached) {
      reached = true;
      requireLoopback();
    }
    wire.ifPresent(opened -> lines.put(connection, new Line(opened)));
    return wire.map(opened -> lines.get(connection));
  }

  private void requireLoopback() {
    if (Listeners.isExposed(lease.orElseThrow().port(), process.toHandle())) {
      close();
      throw new PeerException(
          named()
              + " can be reached from other machines while it is checked; have it listen on"
              + " 127.0.0.1 alone");
    }
  }

  static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerException("interrupted while a program started", e);
    }
  }

  private Reply exchange(int connection, Line line, Ask ask) {
    long end = System.nanoTime() + program.limits().reply().toNanos();
    if (!ask.sent().isEmpty()
        && !written(line, ask.sent().getBytes(StandardCharsets.ISO_8859_1), end)) {
      return over(connection, line, Reply.Event.TIMED_OUT);
    }
    BitSet bodiless = frames.bodiless(ask);
    StringBuilder replies = new StringBuilder();
    for (int i = 0; i < ask.replies(); i++) {
      int frame = awaitFrame(line, bodiless.get(i), end);
      if (frame == Frames.INCOMPLETE) {
        replies.append(line.take(Math.min(line.length, program.limits().bytes())));
        if (line.ended) {
          return ended(connection, replies.toString());
        }
        return over(
            connection,
            line,
            replies.length() >= program.limits().bytes()
                ? Reply.Event.FLOODED
                : Reply.Event.TIMED_OUT);
      }
      replies.append(line.take(frame));
    }
    return new Reply(Reply.Event.ANSWERED, seen(replies.toString()));
  }

  private String seen(String replies) {
    String ignored = program.setting().ignored();
    return ignored.isEmpty() ? replies : replies.replaceAll(ignored, "");
  }

  /**
   * Sends bytes. A program that does not read lets a write block, so another thread writes. It may
   * not read because nobody reads what it says meanwhile, so that is read. If it reads no more at
   * all, what it has said may be a reply all the same.
   *
   * @return whether this was done in time
   */
  private boolean written(Line line, byte[] bytes, long end) {
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              try {
                line.wire.write(bytes);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            },
            writers);
    while (System.nanoTime() < end) {
      try {
        writing.get(WRITE_MILLIS, TimeUnit.MILLISECONDS);
        return true;
      } catch (TimeoutException e) {
        if (!line.ended && line.length < program.limits().bytes()) {
          more(line, 1);
        }
      } catch (ExecutionException e) {
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PeerException("interrupted while a program read", e);
      }
    }
    return false;
  }

  private int awaitFrame(Line line, boolean bodiless, long end) {
    boolean silence = program.framing().kind() == dev.parley.api.Framing.Kind.SILENCE;
    while (true) {
      int frame = line.length == 0 ? Frames.INCOMPLETE : firstFrame(line, bodiless);
      if (frame != Frames.INCOMPLETE && frame <= program.limits().bytes()) {
        return frame;
      }
      if (line.ended || line.length >= program.limits().bytes() || frame != Frames.INCOMPLETE) {
        return Frames.INCOMPLETE;
      }
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return Frames.INCOMPLETE;
      }
      int wait = (int) Math.min(left, Integer.MAX_VALUE);
      int came = more(line, silence && line.length > 0 ? program.framing().size() : wait);
      if (came == Wire.NOTHING && silence && line.length > 0) {
        return line.length;
      }
    }
  }

  private int firstFrame(Line line, boolean bodiless) {
    return bodiless
        ? frames.endOfHead(line.bytes, line.length)
        : frames.end(line.bytes, line.length, line.ended);
  }

  private static int more(Line line, int millis) {
    if (line.length == line.bytes.length) {
      line.bytes = Arrays.copyOf(line.bytes, 2 * line.length);
    }
    int came;
    try {
      came = line.wire.read(line.bytes, line.length, Math.max(1, millis));
    } catch (IOException e) {
      came = Wire.END;
    }
    line.ended |= came == Wire.END;
    line.length += Math.max(0, came);
    return came;
  }

  /** What comes on the connection from now on could belong to this request or to a later one. */
  private Reply over(int connection, Line line, Reply.Event event) {
    tainted = true;
    line.ended = true;
    line.wire.close();
    if (lease.isPresent()) {
      lines.remove(connection);
    } else {
      line.over = Optional.of(event);
    }
    return new Reply(event, "");
  }

  private Reply ended(int connection, String partial) {
    Line line = lines.remove(connection);
    if (line != null) {
      line.wire.close();
      if (lease.isEmpty()) {
        line.ended = true;
        lines.put(connection, line);
      }
    }
    return exitStatus(ENDING_MILLIS)
        .map(status -> new Reply(Reply.Event.CRASHED, "status " + status))
        .orElseGet(() -> new Reply(Reply.Event.CLOSED, partial));
  }

  private Optional<Integer> exitStatus(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS)
          ? Optional.of(process.exitValue())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Closes all connections, for a program that was told to forget everything. */
  void forgetConnections() {
    if (lease.isPresent()) {
      lines.values().forEach(line -> line.wire.close());
      lines.clear();
    }
  }

  /** Whether the program still runs. */
  boolean isAlive() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Kills the program and what it has started, and removes what it has written. */
  @Override
  public void close() {
    if (contained) {
      // Whoever is in the namespace is in another process group.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
    }
    keeper.kill(process.pid());
    process.destroyForcibly();
    lines.values().forEach(line -> line.wire.close());
    lines.clear();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lease.ifPresent(PortLease::close);
    if (!contained) {
      // A checkpoint of a contained process may still need it; it goes with the check.
      Trees.remove(directory);
    }
  }
}
