package example;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;

@Protocol(name = "relay")
final class Relay {
  record Item(int number) {}

  static final class Source extends Node {
    int next = 1;

    @Step(when = "hasMore")
    void emit() {
      sendToAll(Sink.class, new Item(next++));
    }

    boolean hasMore() {
      return next <= 5;
    }
  }

  static class Sink extends Node {
    int sum;
    @Auxiliary final List<Integer> log = new ArrayList<>();

    @Receive
    void item(Item m) {
      sum += m.number();
      log.add(m.number());
    }
  }

  @Instance
  static void relay(Topology t) {
    t.add(new Source()).add(new Sink());
  }

  @Invariant("nothing is counted twice")
  static boolean bounded(World w) {
    return w.nodes(Sink.class).stream().allMatch(s -> s.sum <= 15);
  }
}
