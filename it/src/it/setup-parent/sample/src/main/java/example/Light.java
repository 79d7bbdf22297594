package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** The smallest protocol; checking it brings everything the other projects need into place. */
@Protocol(name = "light")
final class Light {
  static final class Lamp extends Node {
    boolean on;

    @Step
    void toggle() {
      on = !on;
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Lamp());
  }
}
