package dev.parley.bench;

import dev.parley.api.Eventually;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.List;
import java.util.Locale;

/**
 * What properties of runs cost where it is worst: all states are in a few cycles, and each has a
 * dozen successors. Wheels turn for ever beside a node that stops sooner or later. The same states
 * are searched for an invariant alone, for a fair run that there is not, and for one that there is.
 */
public final class FairCyclesBench {
  private static final List<Class<?>> ASKED = List.of(Safe.class, Stopping.class, Turning.class);

  private FairCyclesBench() {}

  /**
   * Runs the checks.
   *
   * @param args the number of wheels, 10, 12 or 13, 13 if absent, which makes 4,782,969 states; and
   *     how often to repeat all
   */
  public static void main(String[] args) {
    String wheels = args.length > 0 ? args[0] : "13";
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    for (int round = 0; round < rounds; round++) {
      for (Class<?> protocol : ASKED) {
        long start = System.nanoTime();
        InstanceResult result =
            Checker.check(
                ModelLoader.load(protocol, "wheels(" + wheels + ")"),
                SearchOptions.DEFAULT,
                ProgressListener.NONE);
        System.out.printf(
            Locale.ROOT,
            "%s states=%d millis=%d verdict=%s%n",
            protocol.getSimpleName().toLowerCase(Locale.ROOT),
            result.figures().states(),
            (System.nanoTime() - start) / 1_000_000,
            result.verdict());
      }
    }
  }

  private static void lay(Topology t, int wheels) {
    t.add("Wheel", wheels, i -> new Wheel()).add("Stopper", new Stopper());
  }

  private static boolean inPlace(World w) {
    return w.nodes(Wheel.class).get(0).at < 3;
  }

  /** No property of runs. */
  @Protocol(name = "wheels-safe")
  static final class Safe {
    private Safe() {}

    @Instance(with = 10)
    @Instance(with = 12)
    @Instance(with = 13)
    static void wheels(Topology t, int wheels) {
      lay(t, wheels);
    }

    @Invariant("a wheel is in one of its places")
    static boolean placed(World w) {
      return inPlace(w);
    }
  }

  /** One that holds because of fairness. */
  @Protocol(name = "wheels-stopping")
  static final class Stopping {
    private Stopping() {}

    @Instance(with = 10)
    @Instance(with = 12)
    @Instance(with = 13)
    static void wheels(Topology t, int wheels) {
      lay(t, wheels);
    }

    @Invariant("a wheel is in one of its places")
    static boolean placed(World w) {
      return inPlace(w);
    }

    @Eventually("the stopper stops")
    static boolean stops(World w) {
      return w.nodes(Stopper.class).get(0).steps == 2;
    }
  }

  /** One that a fair run breaks. */
  @Protocol(name = "wheels-turning")
  static final class Turning {
    private Turning() {}

    @Instance(with = 10)
    @Instance(with = 12)
    @Instance(with = 13)
    static void wheels(Topology t, int wheels) {
      lay(t, wheels);
    }

    @Invariant("a wheel is in one of its places")
    static boolean placed(World w) {
      return inPlace(w);
    }

    @Eventually("a wheel leaves its places")
    static boolean leaves(World w) {
      return !inPlace(w);
    }
  }

  /** Turns for ever. */
  static final class Wheel extends Node {
    int at;

    @Step
    void turn() {
      at = (at + 1) % 3;
    }
  }

  /** Takes two steps. */
  static final class Stopper extends Node {
    int steps;

    @Step(when = "goesOn")
    void stop() {
      steps++;
    }

    boolean goesOn() {
      return steps < 2;
    }
  }
}
