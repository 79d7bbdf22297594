package dev.parley.engine.fork;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One child process, from its start to its end.
 *
 * <p>Two threads listen, one to the events and one to what the Java machine itself prints; both put
 * what they hear into one queue, so that everything else happens on the thread of the caller, who
 * can be interrupted there. The process never outlives this object: closing it, and the end of the
 * parent's own Java machine (an interrupted build), both destroy it.
 */
final class EngineFork implements AutoCloseable {
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  /** How long this process may take to notice a signal that the other one died of. */
  private static final Duration OWN_SIGNAL = Duration.ofSeconds(1);

  /** The exit codes of a process that was interrupted or terminated. */
  private static final Set<Integer> STOPPING = Set.of(130, 143);

  private static final int TOKEN_BYTES = 16;
  private static final int REMEMBERED_LINES = 40;
  private static final String ARGUMENTS_PREFIX = "parley-";
  private static final String ARGUMENTS_SUFFIX = ".args";

  /** Something heard from the child; without an event it is the end of the connection. */
  private record Heard(Optional<Event> event) {}

  /** How long a process that is stopped may go on, to save its search. */
  private final Duration farewell;

  private final Process process;
  private final Thread hook;
  private final Thread printed;
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private final Deque<String> lastLines = new ArrayDeque<>();
  private volatile boolean shuttingDown;
  private volatile Optional<String> unreadable = Optional.empty();
  private Link link;

  private EngineFork(Process process, Duration farewell) {
    this.process = process;
    this.farewell = farewell;
    hook = new Thread(this::shutDown, "parley-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    printed = daemon("parley-output", this::readPrinted);
  }

  private void shutDown() {
    shuttingDown = true;
    stop();
  }

  private void stop() {
    if (!farewell.isZero() && process.isAlive()) {
      process.destroy();
      try {
        process.waitFor(farewell.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    process.destroyForcibly();
  }

  /**
   * Whether the process ended because all of the build is being stopped. A terminal sends its
   * interrupt to both processes, and this one may hear of the other's end before it acts on its
   * own.
   */
  boolean stoppedWithParent() throws InterruptedException {
    boolean signalled = !process.isAlive() && STOPPING.contains(process.exitValue());
    if (signalled) {
      long end = System.nanoTime() + OWN_SIGNAL.toNanos();
      while (!shuttingDown && end - System.nanoTime() > 0) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
    return shuttingDown;
  }

  /**
   * Starts a process and waits until it has connected. One that does not get that far with an
   * archive is started again without.
   */
  static EngineFork start(EngineLaunch launch) throws EngineException, InterruptedException {
    Optional<StartupArchive> archive = StartupArchive.of(launch).filter(StartupArchive::exists);
    if (archive.isPresent()) {
      try {
        return start(launch, archive.get().use());
      } catch (EngineException withArchive) {
        EngineFork without = start(launch, List.of());
        archive.get().distrust();
        return without;
      }
    }
    return start(launch, List.of());
  }

  /** The same with further arguments for the Java machine. */
  static EngineFork start(EngineLaunch launch, List<String> further)
      throws EngineException, InterruptedException {
    Leftovers.sweep(ARGUMENTS_PREFIX, ARGUMENTS_SUFFIX);
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    Path argumentFile = null;
    EngineFork fork = null;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      argumentFile = writeArguments(launch, further, server, token);
      fork = watched(startProcess(launch, argumentFile), farewell(launch));
      fork.connect(server, token, launch);
      return fork;
    } catch (IOException e) {
      closeQuietly(fork);
      throw new EngineException("Cannot talk to the engine's process: " + e.getMessage(), e);
    } catch (EngineException | InterruptedException | RuntimeException e) {
      closeQuietly(fork);
      throw e;
    } finally {
      delete(argumentFile);
    }
  }

  private static Duration farewell(EngineLaunch launch) {
    return Saving.isAmong(launch.jvmArguments())
        ? EngineMain.MOST_SAVING.plusSeconds(1)
        : Duration.ZERO;
  }

  /**
   * A process that is started while the build is being stopped would not be destroyed by anybody.
   */
  private static EngineFork watched(Process process, Duration farewell)
      throws InterruptedException {
    try {
      return new EngineFork(process, farewell);
    } catch (IllegalStateException shuttingDown) {
      process.destroyForcibly();
      throw new InterruptedException("the build is being stopped");
    }
  }

  /**
   * Writes the arguments into a file that only its owner can read. On the command line, a long
   * class path would meet the limits of some systems and the token would show in process lists.
   */
  private static Path writeArguments(
      EngineLaunch launch, List<String> further, ServerSocket server, String token)
      throws IOException {
    Stream<String> own =
        Stream.of(
            EngineMain.class.getName(),
            server.getInetAddress().getHostAddress(),
            Integer.toString(server.getLocalPort()),
            token);
    String text =
        Stream.of(further.stream(), launch.arguments().stream(), own)
            .flatMap(arguments -> arguments)
            .map(EngineFork::quote)
            .collect(Collectors.joining("\n", "", "\n"));
    Path file = Leftovers.create(ARGUMENTS_PREFIX, ARGUMENTS_SUFFIX);
    // The launcher reads the file in the platform's encoding, whatever Java's default is.
    Charset charset =
        Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
    Files.write(file, text.getBytes(charset));
    return file;
  }

  private static String quote(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Process startProcess(EngineLaunch launch, Path argumentFile)
      throws EngineException {
    ProcessBuilder builder =
        new ProcessBuilder(launch.java().toString(), "@" + argumentFile)
            .directory(launch.directory().toFile())
            .redirectErrorStream(true);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new EngineException(
          "Cannot start the engine's process with "
              + launch.java()
              + " in "
              + launch.directory()
              + ": "
              + e.getMessage()
              + ". Check the selected JDK (toolchain, or the one Maven runs on).",
          e);
    }
  }

  private void connect(ServerSocket server, String token, EngineLaunch launch)
      throws IOException, EngineException, InterruptedException {
    long deadline = System.nanoTime() + launch.patience().connect().toNanos();
    server.setSoTimeout(100);
    while (true) {
      try {
        Optional<Link> connected = recognise(server.accept(), token);
        if (connected.isPresent()) {
          link = connected.get();
          daemon("parley-events", this::readEvents);
          return;
        }
      } catch (SocketTimeoutException nobodyYet) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (!process.isAlive()) {
          throw new EngineException(
              "The engine's process "
                  + ending()
                  + " before it was ready."
                  + printedText()
                  + " The engine needs Java 17 or newer and understands the arguments of"
                  + " <jvmArguments> and <heap> only if that Java does.");
        }
        if (!launch.debugged() && System.nanoTime() - deadline > 0) {
          throw new EngineException(
              "The engine's process was started and did not connect within "
                  + launch.patience().connect().toSeconds()
                  + " s."
                  + printedText()
                  + " Check that local connections on the loopback address are allowed.");
        }
      }
    }
  }

  /** Lets in whoever knows the token: any process of the machine could have found the port. */
  static Optional<Link> recognise(Socket socket, String token) throws IOException {
    byte[] expected = token.getBytes(StandardCharsets.US_ASCII);
    byte[] shown;
    try {
      socket.setSoTimeout(5_000);
      shown = socket.getInputStream().readNBytes(expected.length);
      socket.setSoTimeout(0);
    } catch (IOException silent) {
      shown = new byte[0];
    }
    if (MessageDigest.isEqual(expected, shown)) {
      return Optional.of(new Link(socket));
    }
    socket.close();
    return Optional.empty();
  }

  void send(Request request) throws IOException {
    link.send(Request.class, request);
  }

  /**
   * Waits for the next event.
   *
   * @return the event; nothing if the time is over or the process has gone, see {@link #gone()}
   */
  Optional<Event> next(Duration timeout) throws InterruptedException {
    Heard next = heard.poll(Math.max(0, timeout.toMillis()), TimeUnit.MILLISECONDS);
    if (next == null) {
      return Optional.empty();
    }
    if (next.event().isEmpty()) {
      // Once gone, always gone.
      heard.add(next);
    }
    return next.event();
  }

  /** Whether the connection has ended and everything heard before was taken. */
  boolean gone() {
    Heard first = heard.peek();
    return first != null && first.event().isEmpty();
  }

  /** How the process ended, as a verb phrase. */
  String ending() throws InterruptedException {
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    if (!process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
      return "closed its connection";
    }
    printed.join(FAREWELL.toMillis());
    int code = process.exitValue();
    return "ended with exit code " + code + signal(code);
  }

  private static String signal(int code) {
    return switch (code) {
      case 134 -> " (aborted: the Java machine crashed)";
      case 137 -> " (killed)";
      case 139 -> " (segmentation fault: the Java machine crashed)";
      case 143 -> " (terminated)";
      default -> "";
    };
  }

  /** What the Java machine printed last, as a sentence; empty if nothing. */
  String printedText() {
    synchronized (lastLines) {
      return lastLines.isEmpty() ? "" : " It printed:\n" + String.join("\n", lastLines) + "\n";
    }
  }

  private void readEvents() {
    try {
      while (true) {
        heard.add(new Heard(Optional.of(link.receive(Event.class))));
      }
    } catch (Link.TooLargeException e) {
      unreadable =
          Optional.of(
              "sent "
                  + e.getMessage()
                  + " of this process; raise it (for Maven, MAVEN_OPTS=-Xmx2g), and ended");
    } catch (IOException | RuntimeException | Error end) {
      // Whatever it is, nobody reads events any more, so the caller must not wait for one.
      if (!(end instanceof EOFException) && process.isAlive()) {
        unreadable = Optional.of("sent what cannot be read (" + end + ")");
      }
    } finally {
      heard.add(new Heard(Optional.empty()));
    }
  }

  private void readPrinted() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        remember(line);
        heard.add(new Heard(Optional.of(new Event.Output(line))));
      }
    } catch (IOException closed) {
      // The process was destroyed; there is nothing left to read.
    }
  }

  private void remember(String line) {
    synchronized (lastLines) {
      lastLines.addLast(line);
      if (lastLines.size() > REMEMBERED_LINES) {
        lastLines.removeFirst();
      }
    }
  }

  /**
   * Gives a process that has done its work a moment to end by itself.
   *
   * @return whether it has ended, and well
   */
  boolean awaitEnd() throws InterruptedException {
    return process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook runs already and does the same.
    }
    if (link != null) {
      try {
        link.close();
      } catch (IOException alreadyClosed) {
        // Closed is what it should be.
      }
    }
  }

  private static void closeQuietly(EngineFork fork) {
    if (fork != null) {
      fork.close();
    }
  }

  private static void delete(Path file) {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        file.toFile().deleteOnExit();
      }
    }
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
