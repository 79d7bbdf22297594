package example.deeper;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Would be searched for ten minutes. */
@Protocol(name = "endless")
final class Endless {
  static final class Counter extends Node {
    long count;

    @Step
    void count() {
      count++;
    }
  }

  @Instance(with = 1)
  @Instance(with = 2)
  @Instance(with = 3)
  static void counters(Topology t, int n) {
    t.add(n, i -> new Counter());
  }
}
