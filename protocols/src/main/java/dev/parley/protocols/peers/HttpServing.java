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
 * An HTTP server that is checked against real clients: a worker thread for each connection, and a
 * visitor counter that they share. Each client prints the line of its request, gets a response, and
 * says which status it has read.
 */
@Protocol(
    name = "http-server",
    description = "A checked HTTP server answers real clients.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class HttpServing {
  private HttpServing() {}

  /** All clients get their page. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5, tags = "large")
  static void clients(Topology t, int clients) {
    lay(t, clients, true, false);
  }

  /** Each response tells the visitor's number, which depends on the order of visits. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 4, tags = "large")
  @Instance(with = 5, tags = "large")
  static void numbered(Topology t, int clients) {
    lay(t, clients, true, true);
  }

  /** Broken: two visitors may get the same number. */
  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "visitorsHaveTheirOwnNumbers")
  static void sameVisitor(Topology t, int clients) {
    lay(t, clients, false, false);
  }

  private static void lay(Topology t, int clients, boolean atomic, boolean numbered) {
    t.add("Worker", clients, i -> new Worker(atomic, numbered))
        .add("Client", clients, i -> new Client("/page" + i))
        .add(new Visitors());
  }

  record Line(String text) {}

  record Next() {}

  record Look() {}

  record Visitor(int number) {}

  record Write(int number) {}

  static final class Worker extends Node {
    private final boolean atomic;
    private final boolean numbered;
    private String page = "";
    private int number;
    private String status = "";

    Worker(boolean atomic, boolean numbered) {
      this.atomic = atomic;
      this.numbered = numbered;
    }

    @Step(once = true)
    void accept() {
      send(new NodeId("Client", self().index()), new Line(""));
    }

    @Receive
    void line(Line line, NodeId client) {
      if (page.isEmpty()) {
        page = line.text().split(" ")[1];
        sendToAll(Visitors.class, atomic ? new Next() : new Look());
      } else {
        status = line.text();
      }
    }

    @Receive
    void visitor(Visitor visitor) {
      number = visitor.number();
      if (!atomic) {
        sendToAll(Visitors.class, new Write(number));
      }
      send(
          new NodeId("Client", self().index()),
          new Line("HTTP/1.0 200 " + (numbered ? "visitor " + number : "OK") + "\n"));
    }
  }

  /** The number of visitors, which all workers share. */
  static final class Visitors extends Node {
    private int count;

    @Receive
    void next(Next next, NodeId from) {
      send(from, new Visitor(++count));
    }

    @Receive
    void look(Look look, NodeId from) {
      send(from, new Visitor(count + 1));
    }

    @Receive
    void write(Write write) {
      count = write.number();
    }
  }

  static final class Client extends Peer {
    private final String page;

    Client(String page) {
      this.page = page;
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("http-client", page);
    }

    @Receive
    void line(Line line, NodeId worker) {
      send(worker, new Line(ask(worker, line.text()).text().strip()));
    }
  }

  /** No two visitors have one number. */
  @Invariant
  static boolean visitorsHaveTheirOwnNumbers(World w) {
    long numbered = w.nodes(Worker.class).stream().filter(k -> k.number > 0).count();
    return numbered
        == w.nodes(Worker.class).stream()
            .filter(k -> k.number > 0)
            .map(k -> k.number)
            .distinct()
            .count();
  }

  /** In the end every client has read that all is well. */
  @Terminal
  static boolean everyClientIsServed(World w) {
    return w.nodes(Worker.class).stream().allMatch(k -> k.status.equals("status 200"));
  }
}
