package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.Random;

/** Steps that depend on more than their node's fields. */
@Protocol(name = "impure")
final class Impure {
  static final class Clock extends Node {
    long started;

    @Step(once = true)
    void start() {
      started = now();
    }

    private static long now() {
      return System.currentTimeMillis();
    }
  }

  static final class Dice extends Node {
    int thrown;

    @Step(once = true)
    void roll() {
      thrown = new Random().nextInt(6);
    }
  }

  @Instance
  static void time(Topology t) {
    t.add(new Clock());
  }

  @Instance
  static void randomness(Topology t) {
    t.add(new Dice());
  }
}
