package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.World;

/** Each client asks the server once and is answered. */
@Protocol(name = "ping-pong")
final class PingPong {
  record Ping() {}

  record Pong() {}

  static final class Client extends Node {
    boolean asked;
    boolean answered;

    @Step(once = true)
    void start() {
      asked = true;
      sendToAll(Server.class, new Ping());
    }

    @Receive
    void pong(Pong m) {
      answered = true;
    }
  }

  static final class Server extends Node {
    @Receive
    void ping(Ping m, NodeId from) {
      send(from, new Pong());
    }
  }

  /** A client has not asked, waits for the server, waits for the answer, or has it: 4^clients. */
  @Instance(with = 1)
  @Instance(with = 3)
  static void clients(Topology t, int clients) {
    t.add(clients, i -> new Client()).add(new Server());
  }

  @Invariant
  static boolean onlyWhoAskedIsAnswered(World w) {
    return w.nodes(Client.class).stream().allMatch(c -> c.asked || !c.answered);
  }

  @Terminal
  static boolean everyoneIsAnswered(World w) {
    return w.nodes(Client.class).stream().allMatch(c -> c.answered);
  }
}
