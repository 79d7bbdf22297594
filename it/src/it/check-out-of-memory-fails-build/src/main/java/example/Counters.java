package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Nodes that count; without a limit, their states fill any heap. And a node that fills it alone. */
@Protocol(name = "counters")
final class Counters {
  static final class Counter extends Node {
    private final int limit;
    int count;

    Counter(int limit) {
      this.limit = limit;
    }

    @Step(when = "mayCount")
    void next() {
      count++;
    }

    boolean mayCount() {
      return count < limit;
    }
  }

  @Instance
  static void calm(Topology t) {
    t.add(2, i -> new Counter(9));
  }

  @Instance
  static void flooding(Topology t) {
    t.add(5, i -> new Counter(Integer.MAX_VALUE));
  }

  static final class Hoarder extends Node {
    byte[] hoard = new byte[0];

    @Step
    void hoard() {
      hoard = new byte[1 << 30];
    }
  }

  @Instance
  static void hoarding(Topology t) {
    t.add(new Hoarder());
  }

  @Instance
  static void quiet(Topology t) {
    t.add(2, i -> new Counter(9));
  }
}
