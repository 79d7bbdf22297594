package dev.parley.report.browser;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;

/** A baton goes round until it has gone too far: a counterexample as long as one likes. */
@Protocol(name = "relay")
final class Relay {
  record Baton(int hop) {}

  static final class Runner extends Node {
    final int place;
    final int runners;
    int hops;

    Runner(int place, int runners) {
      this.place = place;
      this.runners = runners;
    }

    @Step(once = true, when = "first")
    void start() {
      pass(1);
    }

    @Receive
    void baton(Baton baton, NodeId from) {
      pass(baton.hop() + 1);
    }

    boolean first() {
      return place == 1;
    }

    private void pass(int hop) {
      hops = hop;
      send(new NodeId("Runner", place % runners + 1), new Baton(hop));
    }
  }

  @Instance(with = {5, 500})
  @Instance(with = {5, 30})
  static void round(Topology t, int runners, int limit) {
    t.add(runners, i -> new Runner(i, runners)).add(new Finish(limit));
  }

  static final class Finish extends Node {
    final int limit;

    Finish(int limit) {
      this.limit = limit;
    }
  }

  @Invariant("the baton stops before the finish")
  static boolean stops(World w) {
    int limit = w.nodes(Finish.class).get(0).limit;
    return w.nodes(Runner.class).stream().allMatch(r -> r.hops < limit);
  }

  private Relay() {}
}
