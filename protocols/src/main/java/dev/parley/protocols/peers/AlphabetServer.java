package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * The alphabet server, checked against real clients. An acceptor thread starts a worker thread for
 * each connection; a worker answers number n with the n-th letter. All workers count what they have
 * served in a counter they share.
 *
 * <p>A client is a program on standard input and output: what it prints are its requests.
 */
@Protocol(
    name = "alphabet-server",
    description = "A checked server answers real clients, a worker thread for each.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class AlphabetServer {
  private AlphabetServer() {}

  /** Small letters only. */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  @Instance(with = {2, 4})
  @Instance(with = {3, 2})
  @Instance(with = {3, 3})
  @Instance(
      with = {3, 4},
      tags = "large")
  @Instance(
      with = {4, 2},
      tags = "large")
  @Instance(
      with = {4, 3},
      tags = "large")
  @Instance(
      with = {4, 4},
      tags = "large")
  @Instance(
      with = {5, 2},
      tags = "large")
  @Instance(
      with = {5, 3},
      tags = "large")
  static void server(Topology t, int connections, int messages) {
    lay(t, connections, messages, false, true);
  }

  /** Each letter may be small or a capital. */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  @Instance(
      with = {3, 2},
      tags = "large")
  static void anyCase(Topology t, int connections, int messages) {
    lay(t, connections, messages, true, true);
  }

  /** Broken: a worker reads the shared counter, and writes it a step later. */
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "everyLetterIsCounted")
  static void lostUpdate(Topology t, int connections, int messages) {
    lay(t, connections, messages, false, false);
  }

  private static void lay(
      Topology t, int connections, int messages, boolean anyCase, boolean atomic) {
    t.add("Worker", connections, i -> new Worker(anyCase, atomic))
        .add("Client", connections, i -> new Client(messages))
        .add(new Counter(connections * messages));
  }

  record Accepted() {}

  record Line(String text) {}

  record Count(int by) {}

  record Look() {}

  record Seen(int value) {}

  record Write(int value) {}

  static final class Worker extends Node {
    private static final int FIRST = 'a' - 1;
    private final boolean anyCase;
    private final boolean atomic;
    private boolean wrong;
    private String letter = "";

    Worker(boolean anyCase, boolean atomic) {
      this.anyCase = anyCase;
      this.atomic = atomic;
    }

    private NodeId client() {
      return new NodeId("Client", self().index());
    }

    @Step(once = true)
    void accept() {
      send(client(), new Line(""));
    }

    @Receive
    void request(Line line) {
      if (line.text().startsWith("wrong")) {
        wrong = true;
      } else if (!line.text().equals("thanks")) {
        letter = String.valueOf((char) (FIRST + Integer.parseInt(line.text())));
        if (anyCase && choose(false, true)) {
          letter = letter.toUpperCase(java.util.Locale.ROOT);
        }
        if (atomic) {
          sendToAll(Counter.class, new Count(1));
          reply();
        } else {
          sendToAll(Counter.class, new Look());
        }
      }
    }

    @Receive
    void seen(Seen seen) {
      sendToAll(Counter.class, new Write(seen.value() + 1));
      reply();
    }

    private void reply() {
      send(client(), new Line(letter + "\n"));
      letter = "";
    }
  }

  /** What the workers share. */
  static final class Counter extends Node {
    private final int expected;
    private int letters;

    Counter(int expected) {
      this.expected = expected;
    }

    @Receive
    void count(Count count) {
      letters += count.by();
    }

    @Receive
    void look(Look look, NodeId from) {
      send(from, new Seen(letters));
    }

    @Receive
    void write(Write write) {
      letters = write.value();
    }
  }

  static final class Client extends Peer {
    private final int messages;

    Client(int messages) {
      this.messages = messages;
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("alphabet-client", String.valueOf(messages));
    }

    @Receive
    void line(Line line, NodeId worker) {
      send(worker, new Line(ask(worker, line.text()).text().strip()));
    }
  }

  /** No client complains. */
  @Invariant
  static boolean everyLetterIsRight(World w) {
    return w.nodes(Worker.class).stream().noneMatch(worker -> worker.wrong);
  }

  /** In the end the counter has counted every letter. */
  @Terminal
  static boolean everyLetterIsCounted(World w) {
    return w.nodes(Counter.class).stream().allMatch(c -> c.letters == c.expected);
  }
}
