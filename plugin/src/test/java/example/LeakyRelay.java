package example;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.ArrayList;
import java.util.List;

@Protocol(name = "leaky-relay")
final class LeakyRelay {
  record Item(int number) {}

  static final class Source extends Node {
    @Step(once = true)
    void emit() {
      sendToAll(Sink.class, new Item(1));
      sendToAll(Sink.class, new Item(2));
      sendToAll(Sink.class, new Item(3));
    }
  }

  static final class Sink extends Node {
    int sum;
    @Auxiliary final List<Integer> log = new ArrayList<>();

    @Receive(when = "hasRoom")
    void item(Item m) {
      sum += m.number();
      log.add(m.number());
    }

    boolean hasRoom() {
      return log.size() < 2;
    }
  }

  @Instance
  static void leaky(Topology t) {
    t.add(new Source()).add(new Sink());
  }
}
