package example;

import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Set;

@Protocol(name = "recipes", description = "A client asks all servers, in all kinds of worlds.")
final class Recipes {
  record Request() {}

  record Reply() {}

  static final class Client extends Node {
    int repeatsLeft = 1;
    final Set<NodeId> answered = new HashSet<>();
    final Timer timeout = new Timer();

    @Step(once = true)
    void ask() {
      timeout.set();
      sendToAll(Server.class, new Request());
    }

    @OnTimer(value = "timeout", when = "isPatient")
    void askAgain() {
      repeatsLeft--;
      ask();
    }

    boolean isPatient() {
      return repeatsLeft > 0;
    }

    @Receive
    void answered(Reply m, NodeId from) {
      answered.add(from);
      if (answered.size() == ids(Server.class).size()) {
        timeout.cancel();
      }
    }
  }

  static final class Server extends Node {
    @Durable boolean decided;
    @Durable int decisions;

    @Receive
    void request(Request m, NodeId from) {
      if (!decided) {
        decided = true;
        decisions++;
      }
      send(from, new Reply());
    }
  }

  private static void clientAndServers(Topology t) {
    t.add(new Client()).add(2, i -> new Server());
  }

  @Instance
  static void atMostOnce(Topology t) {
    clientAndServers(t);
    t.faults(Faults.none().lose(1, Request.class).lose(1, Reply.class));
  }

  @Instance
  static void atLeastOnce(Topology t) {
    clientAndServers(t);
    t.faults(Faults.none().duplicate(1));
  }

  @Instance
  static void tcp(Topology t) {
    clientAndServers(t);
    t.network(Network.ORDERED);
  }

  @Instance
  static void facts(Topology t) {
    clientAndServers(t);
    t.network(Network.PERSISTENT);
  }

  @Instance
  static void serverDies(Topology t) {
    clientAndServers(t);
    t.faults(Faults.none().crash(1, Server.class));
  }

  @Instance(expect = Verdict.VIOLATED, violates = "survivorsDecide")
  static void bufferLost(Topology t) {
    clientAndServers(t);
    t.faults(Faults.none().crash(1, Server.class).restart(1).loseInboxes());
  }

  @Instance(expect = Verdict.VIOLATED, violates = "survivorsDecide")
  static void splitBrain(Topology t) {
    clientAndServers(t);
    t.faults(Faults.none().partition(1).heal(1));
  }

  @Instance
  static void earlierRun(Topology t) {
    clientAndServers(t);
    t.message(new NodeId("Client", 1), new NodeId("Server", 1), new Request());
  }

  @Invariant("a server decides once")
  static boolean decidesOnce(World w) {
    return w.nodes(Server.class).stream().allMatch(s -> s.decisions <= 1);
  }

  @Terminal
  static boolean survivorsDecide(World w) {
    return w.nodes(Server.class).stream().filter(w::isUp).allMatch(s -> s.decided);
  }
}
