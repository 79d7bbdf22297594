package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;

@Protocol(name = "lease")
final class Lease {
  record Acquire() {}

  record Granted() {}

  static final class Client extends Node {
    boolean holds;

    @Step(once = true)
    void ask() {
      sendToAll(Server.class, new Acquire());
    }

    @Receive
    void granted(Granted m) {
      holds = true;
    }
  }

  static final class Server extends Node {
    NodeId owner;

    @Receive(when = "free")
    void acquire(Acquire m, NodeId from) {
      owner = from;
      send(from, new Granted());
    }

    @Step(when = "leased")
    void expire() {
      owner = null;
    }

    boolean free() {
      return owner == null;
    }

    boolean leased() {
      return owner != null;
    }
  }

  @Instance(with = 2)
  static void clients(Topology t, int n) {
    t.add(n, i -> new Client()).add(new Server());
  }

  @Invariant("at most one client holds the lease")
  static boolean exclusive(World w) {
    return w.nodes(Client.class).stream().filter(c -> c.holds).count() <= 1;
  }
}
