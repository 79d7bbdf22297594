package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Framing;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Reply;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * Clients that increment a counter in a real Redis server. Reading it and writing it back loses
 * updates; INCR, and a transaction that watches the counter, do not.
 *
 * <p>Where clients watch and transact, an answer depends on what the connection has done, so the
 * history is kept in total order. Where they only read and write, a digest of all data is the whole
 * state of the server, and histories that lead to the same data are one.
 */
@Protocol(
    name = "redis-counter",
    description = "Checked clients increment a counter in a real Redis server.",
    tags = "redis",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class RedisCounter {
  private RedisCounter() {}

  /** How a client increments. */
  enum Way {
    /** GET, then SET. */
    READ_AND_WRITE,
    /** INCR. */
    INCREMENT,
    /** WATCH and GET, then MULTI, SET and EXEC, and again if that was in vain. */
    TRANSACTION
  }

  /** Broken: two clients may read the same value. */
  @Instance(
      with = {2, 1},
      expect = Verdict.VIOLATED,
      violates = "noIncrementIsLost")
  @Instance(
      with = {4, 2},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "noIncrementIsLost")
  static void lostUpdate(Topology t, int clients, int increments) {
    lay(t, clients, increments, Way.READ_AND_WRITE);
  }

  /** The server increments. */
  @Instance(with = {2, 2})
  @Instance(
      with = {4, 2},
      tags = "large")
  static void incr(Topology t, int clients, int increments) {
    lay(t, clients, increments, Way.INCREMENT);
  }

  /** Clients watch and try again. */
  @Instance(with = {2, 1})
  static void watched(Topology t, int clients, int increments) {
    lay(t, clients, increments, Way.TRANSACTION);
  }

  private static void lay(Topology t, int clients, int increments, Way way) {
    t.add("Client", clients, i -> new Client(way, increments))
        .add(new Redis(way == Way.TRANSACTION));
  }

  record Command(String text) {}

  record Response(String text) {}

  static final class Client extends Node {
    private final Way way;
    private int left;
    private final int increments;
    private boolean waiting;
    private boolean read;
    private int last;

    Client(Way way, int increments) {
      this.way = way;
      this.increments = increments;
      left = increments;
    }

    @Step(when = "isReady")
    void begin() {
      waiting = true;
      command(
          switch (way) {
            case READ_AND_WRITE -> "GET counter";
            case INCREMENT -> "INCR counter";
            case TRANSACTION -> "WATCH counter\r\nGET counter";
          });
    }

    boolean isReady() {
      return left > 0 && !waiting;
    }

    @Receive
    void response(Response response) {
      if (way != Way.INCREMENT && !read) {
        read = true;
        last = number(response.text()) + 1;
        command(
            way == Way.READ_AND_WRITE
                ? "SET counter " + last
                : "MULTI\r\nSET counter " + last + "\r\nEXEC");
        return;
      }
      if (way == Way.INCREMENT) {
        last = number(response.text());
      }
      boolean inVain = response.text().endsWith("*-1\r\n");
      left -= inVain ? 0 : 1;
      last = inVain ? 0 : last;
      read = false;
      waiting = false;
    }

    private void command(String text) {
      sendToAll(Redis.class, new Command(text + "\r\n"));
    }

    /** The number at the end of a reply; 0 if there is none. */
    private static int number(String reply) {
      String[] lines = reply.split("\r\n");
      String end = lines[lines.length - 1];
      return end.equals("$-1") ? 0 : Integer.parseInt(end.replace(":", ""));
    }
  }

  static final class Redis extends Peer {
    private final boolean sessions;

    Redis(boolean sessions) {
      this.sessions = sessions;
    }

    @Override
    protected PeerProgram program() {
      PeerProgram server =
          PeerProgram.command(
                  "redis-server",
                  "--port",
                  "{port}",
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--enable-debug-command",
                  "yes")
              .framing(Framing.resp())
              .resetBy("FLUSHALL\r\n")
              .keptIn(Programs.kept());
      return sessions ? server : server.history(History.probed("DEBUG DIGEST\r\n"));
    }

    @Receive
    void command(Command command, NodeId from) {
      Reply reply = ask(from, command.text(), command.text().split("\r\n").length);
      send(from, new Response(reply.text()));
    }
  }

  /** In the end the client that was last has seen all increments. */
  @Terminal
  static boolean noIncrementIsLost(World w) {
    return w.nodes(Client.class).stream().mapToInt(c -> c.last).max().orElse(0)
        == w.nodes(Client.class).stream().mapToInt(c -> c.increments).sum();
  }
}
