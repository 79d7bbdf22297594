package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Counting to a limit takes no time; counting without one takes all there is. */
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
  static void limited(Topology t) {
    t.add(2, i -> new Counter(9));
  }

  @Instance
  static void unlimited(Topology t) {
    t.add(2, i -> new Counter(Integer.MAX_VALUE));
  }
}
