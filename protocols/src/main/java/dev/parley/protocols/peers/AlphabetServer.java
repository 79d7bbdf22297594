package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.Locale;
import java.util.function.IntFunction;

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
    budget = @Budget(states = 100_000_000, time = "10m"))
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
  @Instance(
      with = {5, 4},
      tags = "large")
  static void server(Topology t, int connections, int messages) {
    lay(t, connections, i -> new Client(messages), false, true);
  }

  /**
   * Each letter may be small or a capital. Clients tell their state: it does not depend on that.
   */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  @Instance(with = {2, 4})
  @Instance(with = {2, 5})
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 3},
      tags = "large")
  @Instance(
      with = {3, 4},
      tags = "large")
  @Instance(
      with = {3, 5},
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
      with = {4, 5},
      tags = "large")
  @Instance(
      with = {5, 2},
      tags = "large")
  @Instance(
      with = {5, 3},
      tags = "large")
  @Instance(
      with = {5, 4},
      tags = "large")
  @Instance(
      with = {5, 5},
      tags = "large")
  static void anyCase(Topology t, int connections, int messages) {
    lay(t, connections, i -> new TellingClient(messages), true, true);
  }

  /**
   * Besides, each client counts up or down, as it likes. Of each of its decisions so many runs are
   * seen. With one run one way is explored, so there are as many states as if it never decided.
   */
  @Instance(
      with = {2, 2, 1},
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 5, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 2, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 5, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 2, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 5, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 2, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 5, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 2, 24},
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 4, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 5, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 2, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 4, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 5, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 2, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 4, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 5, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 2, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {5, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  static void anyWay(Topology t, int connections, int messages, int runs) {
    lay(t, connections, i -> new DecidingClient(messages, runs), true, true);
  }

  /** Broken: a worker reads the shared counter, and writes it a step later. */
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "everyLetterIsCounted")
  static void lostUpdate(Topology t, int connections, int messages) {
    lay(t, connections, i -> new Client(messages), false, false);
  }

  private static void lay(
      Topology t, int connections, IntFunction<Client> client, boolean anyCase, boolean atomic) {
    t.add("Worker", connections, i -> new Worker(anyCase, atomic))
        .add("Client", connections, client)
        .add(new Counter());
  }

  record Line(String text) {}

  record Count() {}

  record Counted() {}

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
        sendToAll(Counter.class, atomic ? new Count() : new Look());
      }
    }

    @Receive
    void seen(Seen seen) {
      sendToAll(Counter.class, new Write(seen.value() + 1));
      reply();
    }

    @Receive
    void counted(Counted counted) {
      reply();
    }

    private void reply() {
      boolean capital = anyCase && choose(false, true);
      send(client(), new Line((capital ? letter.toUpperCase(Locale.ROOT) : letter) + "\n"));
      letter = "";
    }
  }

  /** What the workers share. */
  static final class Counter extends Node {
    private int letters;

    @Receive
    void count(Count count, NodeId from) {
      letters++;
      send(from, new Counted());
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

  static class Client extends Peer {
    final int messages;

    Client(int messages) {
      this.messages = messages;
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("alphabet-client", String.valueOf(messages));
    }

    /** What is sent when the server accepts the connection. */
    String greeting() {
      return "";
    }

    @Receive
    void line(Line line, NodeId worker) {
      String sent = line.text().isEmpty() ? greeting() : line.text();
      send(worker, new Line(ask(worker, sent).text().strip()));
    }
  }

  /** One whose state can be told from outside. */
  static class TellingClient extends Client {
    TellingClient(int messages) {
      super(messages);
    }

    @Override
    protected PeerProgram program() {
      return super.program().history(History.probed("state\n"));
    }
  }

  /** One that decides by itself on its way, and can be brought back to where it was. */
  static final class DecidingClient extends Client {
    private final int runs;

    DecidingClient(int messages, int runs) {
      super(messages);
      this.runs = runs;
    }

    @Override
    String greeting() {
      return "begin\n";
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("any-alphabet-client", String.valueOf(messages))
          .history(History.probed("state\n"))
          .nonDeterministic(runs)
          .checkpoint(Checkpoint.When.ND_ONLY, "save {n}\n", "restore {n}\n");
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
    return w.nodes(Counter.class).stream().allMatch(c -> c.letters == letters(w));
  }

  private static int letters(World w) {
    return w.nodes(Client.class).stream().mapToInt(client -> client.messages).sum();
  }
}
