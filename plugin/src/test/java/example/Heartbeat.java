package example;

import dev.parley.api.AssumePure;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.HashSet;
import java.util.Set;

@Protocol(name = "heartbeat")
final class Heartbeat {
  record Beat(long at) {}

  static final class Sender extends Node {
    @Step(once = true)
    void beat() {
      sendToAll(Monitor.class, new Beat(System.currentTimeMillis()));
    }
  }

  static final class Monitor extends Node {
    long last;

    @Receive
    void beat(Beat m) {
      last = m.at();
    }
  }

  static final class Worker extends Node {
    final Thread thread = new Thread(() -> {});

    @Step(once = true)
    void work() {}
  }

  static final class Picker extends Node {
    final Set<String> waiting = new HashSet<>(Set.of("ann", "bob"));
    String served;

    @Step(once = true)
    void serve() {
      served = waiting.iterator().next();
    }
  }

  static final class Talker extends Node {
    boolean started;

    @Step(once = true)
    void start() {
      started = true;
      log("started");
    }

    @AssumePure("only logs")
    private void log(String text) {
      System.getLogger("talker").log(System.Logger.Level.DEBUG, text);
    }
  }

  static final class Caller extends Node {
    @Step(once = true)
    void call() {
      sendToAll(Deaf.class, "hello");
    }
  }

  static final class Deaf extends Node {}

  @Instance
  static void timed(Topology t) {
    t.add(new Sender()).add(new Monitor());
  }

  @Instance
  static void threaded(Topology t) {
    t.add(new Worker());
  }

  @Instance
  static void picky(Topology t) {
    t.add(new Picker());
  }

  @Instance
  static void logged(Topology t) {
    t.add(new Talker());
  }

  @Instance
  static void unheard(Topology t) {
    t.add(new Caller()).add(new Deaf());
  }
}
