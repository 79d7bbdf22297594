package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.List;

/** A node whose state reaches a thread. */
@Protocol(name = "workers")
final class Workers {
  static final class Pool {
    List<Thread> threads = List.of(new Thread(() -> {}));
  }

  static final class Owner extends Node {
    Pool pool = new Pool();
    boolean started;

    @Step(once = true)
    void start() {
      started = true;
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Owner());
  }
}
