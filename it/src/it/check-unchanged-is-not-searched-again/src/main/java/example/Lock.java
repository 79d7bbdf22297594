package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayDeque;
import java.util.Deque;

/** Clients ask a server for a lock. A generous server grants it to all who ask. */
@Protocol(name = "lock")
final class Lock {
  record Ask() {}

  record Grant() {}

  record Release() {}

  static final class Client extends Node {
    boolean holds;

    @Step(once = true)
    void ask() {
      sendToAll(Server.class, new Ask());
    }

    @Receive
    void granted(Grant m) {
      holds = true;
    }

    @Step(when = "holding")
    void release() {
      holds = false;
      sendToAll(Server.class, new Release());
    }

    boolean holding() {
      return holds;
    }
  }

  static final class Server extends Node {
    private final boolean generous;
    boolean taken;
    Deque<NodeId> waiting = new ArrayDeque<>();

    Server(boolean generous) {
      this.generous = generous;
    }

    @Receive
    void ask(Ask m, NodeId from) {
      if (taken && !generous) {
        waiting.add(from);
      } else {
        taken = true;
        send(from, new Grant());
      }
    }

    @Receive
    void release(Release m) {
      taken = false;
      if (!waiting.isEmpty()) {
        taken = true;
        send(waiting.remove(), new Grant());
      }
    }
  }

  @Instance(expect = Verdict.VIOLATED, violates = "exclusive")
  static void generous(Topology t) {
    t.add(2, i -> new Client()).add(new Server(true));
  }

  @Invariant("At most one client holds the lock.")
  static boolean exclusive(World w) {
    return w.nodes(Client.class).stream().filter(c -> c.holds).count() <= 1;
  }
}
