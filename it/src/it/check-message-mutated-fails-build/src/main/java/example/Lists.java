package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.ArrayList;
import java.util.List;

/** Sends a list and goes on adding to it. */
@Protocol(name = "lists")
final class Lists {
  record Items(List<String> items) {}

  static final class Sender extends Node {
    @Step(once = true)
    void start() {
      List<String> items = new ArrayList<>(List.of("first"));
      sendToAll(Receiver.class, new Items(items));
      items.add("second");
    }
  }

  static final class Receiver extends Node {
    int count;

    @Receive
    void items(Items m) {
      count = m.items().size();
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Sender()).add(new Receiver());
  }
}
