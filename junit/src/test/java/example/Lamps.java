package example;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/** One instance for each way a test can end. */
@Protocol(name = "lamps", tags = "light")
final class Lamps {
  static final class Lamp extends Node {
    boolean on;
    int switched;

    @Step(when = "maySwitch")
    void flip() {
      on = !on;
      switched++;
    }

    boolean maySwitch() {
      return switched < 100;
    }
  }

  static final class Broken extends Node {
    @Step
    void read() {
      System.nanoTime();
    }
  }

  @Instance(expect = Verdict.VIOLATED, violates = "dark")
  @Instance(name = "unexpected")
  static void lit(Topology t) {
    t.add(new Lamp());
  }

  @Instance(expect = Verdict.VIOLATED)
  static void empty(Topology t) {
    t.add(new Dark());
  }

  /** Never lit. */
  static final class Dark extends Node {}

  @Instance
  static void dark(Topology t) {
    t.add(new Dark());
  }

  @Instance(tags = "nightly")
  static void long_night(Topology t) {
    t.add(new Dark());
  }

  @Instance(name = "out of budget", budget = @Budget(states = 1), tags = "not, a platform's tag")
  static void small(Topology t) {
    t.add(new Switch());
  }

  /** Harmless, but has many states. */
  static final class Switch extends Node {
    int turned;

    @Step(when = "mayTurn")
    void turn() {
      turned++;
    }

    boolean mayTurn() {
      return turned < 1000;
    }
  }

  @Instance
  static void impure(Topology t) {
    t.add(new Broken());
  }

  @Invariant("no lamp is on")
  static boolean dark(World w) {
    return w.nodes(Lamp.class).stream().noneMatch(lamp -> lamp.on);
  }
}
