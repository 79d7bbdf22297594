package example;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Nodes that count without end: there are always more states. */
@Protocol(name = "counters")
final class Counters {
  static final class Counter extends Node {
    int count;

    @Step
    void next() {
      count++;
    }
  }

  @Instance(budget = @Budget(states = 1000))
  static void boundless(Topology t) {
    t.add(2, i -> new Counter());
  }
}
