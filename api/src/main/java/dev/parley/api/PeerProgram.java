package dev.parley.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How to run the program behind a {@link Peer}, and how to talk to it. Immutable: each method gives
 * another one.
 *
 * <pre>{@code
 * PeerProgram.command("redis-server", "--port", "{port}", "--bind", "127.0.0.1", "--save", "")
 *     .framing(Framing.resp())
 *     .history(History.TOTAL_ORDER)
 * }</pre>
 *
 * @param command the program and its arguments. {@code {port}} stands for a port that the program
 *     must listen on, at 127.0.0.1; without it, requests go to standard input and replies come from
 *     standard output. {@code {dir}} stands for a fresh directory, in which the program runs.
 * @param framing where a reply ends
 * @param history which requests an answer may depend on
 * @param reset how a process gets back to its beginning
 * @param setting the surroundings of the program
 * @param limits how much it may take
 * @param samples how often a request is sent to a program that may answer differently each time; 0
 *     if it must not
 * @param memory what is kept of its answers
 */
public record PeerProgram(
    List<String> command,
    Framing framing,
    History history,
    Reset reset,
    Setting setting,
    Limits limits,
    int samples,
    Memory memory) {

  /**
   * What an answer may depend on.
   *
   * @param kind on what
   * @param probe the request whose reply tells the state of the program, each byte as the character
   *     with its number; empty if there is none
   */
  public record History(Kind kind, String probe) {
    /** The identities of a program's state. */
    public enum Kind {
      /** All requests, in their order. */
      TOTAL_ORDER,
      /** The requests on the same connection. */
      PER_CONNECTION,
      /** What the program says of its state. */
      PROBED
    }

    /**
     * On all requests since the program started, in their order, on whatever connection. This holds
     * for every program that depends on nothing else, but the histories multiply.
     */
    public static final History TOTAL_ORDER = new History(Kind.TOTAL_ORDER, "");

    /**
     * On the requests on the same connection alone. An assumption, which every result states, and
     * which the audit of each new trace tests once.
     */
    public static final History PER_CONNECTION = new History(Kind.PER_CONNECTION, "");

    /** Checks that there is a probe where one is needed. */
    public History {
      Objects.requireNonNull(kind, "kind");
      if ((kind == Kind.PROBED) == probe.isEmpty()) {
        throw new IllegalArgumentException(
            "a probed history, and no other, has a request to probe");
      }
    }

    /**
     * On the state that the program tells by itself: two histories after which it answers the same
     * to this request are one state. All nodes then share one connection, since an answer to a
     * probe says nothing of other connections. An assumption, which every result states; the audit
     * tests it by going on from merged histories.
     *
     * @param request a request with one reply that changes nothing, as a digest of all data
     */
    public static History probed(String request) {
      return new History(Kind.PROBED, latin(request));
    }
  }

  private static String latin(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * How a process gets back to its beginning.
   *
   * @param request what to send so that it forgets everything, each byte as the character with its
   *     number; empty if a new process is started instead
   * @param pool how many processes are kept for when their traces go on
   * @param checkpoint how processes are saved, if they are
   */
  public record Reset(String request, int pool, Optional<Checkpoint> checkpoint) {
    /** Checks the number. */
    public Reset {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(checkpoint, "checkpoint");
      if (pool < 1) {
        throw new IllegalArgumentException("there must be at least 1 process, not " + pool);
      }
    }
  }

  /**
   * How processes are saved, to get back to where they were without a replay.
   *
   * @param when after which exchanges
   * @param save the request that makes the program save its state, and
   * @param restore the one that makes it take that state on again, each byte as the character with
   *     its number and with {@code {n}} for the number of the checkpoint; both are empty if CRIU
   *     saves the process from outside
   */
  public record Checkpoint(When when, String save, String restore) {
    /** When a process is saved. At its beginning it is always saved. */
    public enum When {
      /** In each state of the checked nodes. Of use to compare with only. */
      ALL,
      /** After each new exchange. */
      IO_ONLY,
      /**
       * After each exchange in which the program was seen to decide by itself. With {@link
       * PeerProgram#nonDeterministic nonDeterministic(1)} that is never seen, so it could be any.
       */
      ND_ONLY
    }

    /** What stands for the number of a checkpoint. */
    public static final String NUMBER = "{n}";

    /** Checks that the requests can tell checkpoints apart. */
    public Checkpoint {
      Objects.requireNonNull(when, "when");
      boolean requested = !save.isEmpty() || !restore.isEmpty();
      if (requested && !(save.contains(NUMBER) && restore.contains(NUMBER))) {
        throw new IllegalArgumentException(
            "the requests to save and to restore must both contain " + NUMBER);
      }
    }

    /** Whether the program saves itself when it is asked to. */
    public boolean isRequested() {
      return !save.isEmpty();
    }
  }

  /**
   * The surroundings of a program.
   *
   * @param environment variables besides those of the check
   * @param ready what the program prints when it is ready; empty if it need not be waited for
   * @param files files or directories besides those in the command whose content decides on answers
   * @param ignored a regular expression for the parts of replies that are taken out before anybody
   *     sees them; empty if there are none
   */
  public record Setting(
      Map<String, String> environment, String ready, List<String> files, String ignored) {
    /** Keeps its own copies. */
    public Setting {
      environment = Map.copyOf(environment);
      files = List.copyOf(files);
      Pattern.compile(ignored);
    }
  }

  /**
   * How much a program may take.
   *
   * @param reply how long until a reply is complete
   * @param start how long until the program can be talked to
   * @param bytes the greatest length of a reply
   * @param address the most address space of each of its processes, in bytes, if it is limited
   * @param history the most exchanges in one history; beyond, nothing is explored
   */
  public record Limits(
      Duration reply, Duration start, int bytes, Optional<Long> address, int history) {
    /** Checks that each limit is positive. */
    public Limits {
      if (reply.isNegative() || reply.isZero() || start.isNegative() || start.isZero()) {
        throw new IllegalArgumentException("a time-out must be positive");
      }
      if (bytes < 1 || history < 1 || address.orElse(1L) < 1) {
        throw new IllegalArgumentException("a limit must be positive");
      }
    }
  }

  /**
   * What is kept of a program's answers.
   *
   * @param linear whether one trace is enough, because the nodes always send the same requests
   * @param directory where answers are kept for later checks, if they are
   */
  public record Memory(boolean linear, Optional<String> directory) {}

  private static final Limits USUAL_LIMITS =
      new Limits(Duration.ofSeconds(10), Duration.ofSeconds(20), 1 << 20, Optional.empty(), 64);

  /** Keeps its own copies and checks what fits together. */
  public PeerProgram {
    command = List.copyOf(command);
    if (command.isEmpty() || command.get(0).isBlank()) {
      throw new IllegalArgumentException("a program needs a command");
    }
    if (samples < 0) {
      throw new IllegalArgumentException("a request is sent 0 or more times, not " + samples);
    }
  }

  /** A program on the usual terms: lines, histories in total order, reset by restart. */
  public static PeerProgram command(String... command) {
    return command(Arrays.asList(command));
  }

  /** A program on the usual terms: lines, histories in total order, reset by restart. */
  public static PeerProgram command(List<String> command) {
    return new PeerProgram(
        command,
        Framing.line(),
        History.TOTAL_ORDER,
        new Reset("", 4, Optional.empty()),
        new Setting(Map.of(), "", List.of(), ""),
        USUAL_LIMITS,
        0,
        new Memory(false, Optional.empty()));
  }

  /** The program behind a peer, for the checker. */
  public static PeerProgram of(Peer peer) {
    return Objects.requireNonNull(
        peer.program(), () -> peer.getClass().getName() + ".program() answers null");
  }

  /** What has passed between a peer and its program, for the checker: by connection, or all. */
  public static Map<NodeId, List<Exchange>> histories(Peer peer) {
    return peer.histories();
  }

  /** Whether the program listens on a port, rather than on its standard input. */
  public boolean listens() {
    return command.stream().anyMatch(argument -> argument.contains("{port}"));
  }

  /** The same with other ends of replies. */
  public PeerProgram framing(Framing other) {
    return new PeerProgram(command, other, history, reset, setting, limits, samples, memory);
  }

  /** The same with answers that depend on other requests. */
  public PeerProgram history(History other) {
    return new PeerProgram(command, framing, other, reset, setting, limits, samples, memory);
  }

  /**
   * The same, reset by a request instead of by a restart. The request must have one reply, and must
   * make the program forget everything; each new trace is compared with a fresh process.
   */
  public PeerProgram resetBy(String request) {
    return resetAs(new Reset(latin(request), reset.pool, reset.checkpoint));
  }

  /** The same with so many processes kept for when their traces go on. */
  public PeerProgram pool(int processes) {
    return resetAs(new Reset(reset.request, processes, reset.checkpoint));
  }

  /**
   * The same with processes that are saved by CRIU, instead of being started again and brought back
   * by a replay. This needs CRIU 4.2 or newer, root, and a program that reads its standard input.
   * Without CRIU, histories are replayed, and the result says so. Files are not saved.
   *
   * @param when after which exchanges
   */
  public PeerProgram checkpoint(Checkpoint.When when) {
    return saved(new Checkpoint(when, "", ""));
  }

  /**
   * The same for a program that saves its own state when it is asked to, as often as it is asked,
   * and goes back to any state that it has saved. Each request must have one reply, which repeats
   * the number. The program must read its standard input, and say nothing before it is asked.
   *
   * @param when after which exchanges
   * @param save the request to save the state; {@code {n}} in it stands for a number
   * @param restore the request to go back to the state that was saved with a number
   */
  public PeerProgram checkpoint(Checkpoint.When when, String save, String restore) {
    return saved(new Checkpoint(when, latin(save), latin(restore)));
  }

  private PeerProgram saved(Checkpoint checkpoint) {
    return resetAs(new Reset(reset.request, reset.pool, Optional.of(checkpoint)));
  }

  private PeerProgram resetAs(Reset other) {
    return new PeerProgram(command, framing, history, other, setting, limits, samples, memory);
  }

  /** The same with a variable of its environment. */
  public PeerProgram environment(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(setting.environment);
    more.put(name, value);
    return in(new Setting(more, setting.ready, setting.files, setting.ignored));
  }

  /**
   * The same, ready when it has printed something, to its standard error or, with a port, output.
   */
  public PeerProgram readyWhenItPrints(String text) {
    return in(new Setting(setting.environment, text, setting.files, setting.ignored));
  }

  /** The same with a file or directory whose content decides on answers. */
  public PeerProgram dependsOn(String file) {
    List<String> more = new ArrayList<>(setting.files);
    more.add(file);
    return in(new Setting(setting.environment, setting.ready, more, setting.ignored));
  }

  /**
   * The same, except that parts of its replies are taken out, before nodes see them and before two
   * replies are compared. For what differs each time and means nothing, as the date in a response
   * of HTTP: {@code ignoring("Date: .*\\r\\n")}.
   *
   * @param expression a regular expression; what matches it is taken out
   */
  public PeerProgram ignoring(String expression) {
    return in(new Setting(setting.environment, setting.ready, setting.files, latin(expression)));
  }

  private PeerProgram in(Setting other) {
    return new PeerProgram(command, framing, history, reset, other, limits, samples, memory);
  }

  /** The same with another time-out for replies. */
  public PeerProgram timeout(Duration reply) {
    return within(new Limits(reply, limits.start, limits.bytes, limits.address, limits.history));
  }

  /** The same with another greatest length of a reply. */
  public PeerProgram maxReply(int bytes) {
    return within(new Limits(limits.reply, limits.start, bytes, limits.address, limits.history));
  }

  /** The same with a limit of address space, in bytes. A JVM reserves more than it uses. */
  public PeerProgram maxMemory(long bytes) {
    return within(
        new Limits(limits.reply, limits.start, limits.bytes, Optional.of(bytes), limits.history));
  }

  /** The same with another greatest length of histories; what is beyond is not explored. */
  public PeerProgram maxHistory(int exchanges) {
    return within(new Limits(limits.reply, limits.start, limits.bytes, limits.address, exchanges));
  }

  private PeerProgram within(Limits other) {
    return new PeerProgram(command, framing, history, reset, setting, other, samples, memory);
  }

  /**
   * The same for a program that may answer differently each time. Each request is sent so often,
   * and every answer that is seen is explored. There may be others, so a check of it is never
   * complete. With 1, the first answer that is seen is the only one that is explored.
   */
  public PeerProgram nonDeterministic(int times) {
    return new PeerProgram(
        command, framing, history, reset, setting, limits, Math.max(times, 1), memory);
  }

  /** Whether the program must answer the same each time. */
  public boolean isDeterministic() {
    return samples == 0;
  }

  /** The same for nodes that always send the same requests: a second trace is an error. */
  public PeerProgram linear() {
    return new PeerProgram(
        command,
        framing,
        history,
        reset,
        setting,
        limits,
        samples,
        new Memory(true, memory.directory));
  }

  /**
   * The same with answers kept in a directory. A later check of the same command, with the same
   * content of its files, asks the program nothing that is known. {@code target/parley-peers} is a
   * good place.
   */
  public PeerProgram keptIn(String directory) {
    return new PeerProgram(
        command,
        framing,
        history,
        reset,
        setting,
        limits,
        samples,
        new Memory(memory.linear, Optional.of(directory)));
  }
}
