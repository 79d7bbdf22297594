package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Instances that end the process they are checked in, among others that do no harm. */
@Protocol(name = "deadly")
final class Deadly {
  static final class Lamp extends Node {
    boolean on;

    @Step
    void toggle() {
      on = !on;
    }
  }

  /** As a native library that crashes while it is loaded would. */
  static final class Loading extends Node {
    static final String LIBRARY = load();

    boolean done;

    private static String load() {
      Runtime.getRuntime().halt(134);
      return "never";
    }

    @Step(once = true)
    void use() {
      done = true;
    }
  }

  @Instance
  static void a(Topology t) {
    t.add(new Lamp());
  }

  /** As a system short of memory would. */
  @Instance
  static void bKilled(Topology t) throws Exception {
    long self = ProcessHandle.current().pid();
    new ProcessBuilder("kill", "-KILL", Long.toString(self)).start().waitFor();
    Thread.currentThread().join();
  }

  @Instance
  static void c(Topology t) {
    t.add(new Lamp());
  }

  @Instance
  static void dHalts(Topology t) {
    t.add(new Loading());
  }

  @Instance
  static void e(Topology t) {
    t.add(new Lamp());
  }
}
