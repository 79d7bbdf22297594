package example;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** A step that never returns, and an instance after it. */
@Protocol(name = "endless", budget = @Budget(time = "1s"))
final class Endless {
  static final class Spinner extends Node {
    int turns;

    @Step
    void spin() {
      while (turns >= 0) {
        turns = (turns + 1) % 1000;
      }
    }
  }

  static final class Lamp extends Node {
    boolean on;

    @Step
    void toggle() {
      on = !on;
    }
  }

  @Instance
  static void endless(Topology t) {
    t.add(new Spinner());
  }

  @Instance
  static void lamp(Topology t) {
    t.add(new Lamp());
  }
}
