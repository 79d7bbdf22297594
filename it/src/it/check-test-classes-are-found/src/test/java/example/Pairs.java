package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import org.apache.commons.lang3.tuple.ImmutablePair;

/** A test class whose state and property use a library of scope test. */
@Protocol(name = "pairs")
final class Pairs {
  static final class Owner extends Node {
    ImmutablePair<String, Integer> pair = ImmutablePair.of("left", 1);

    @Step(once = true)
    void replace() {
      pair = ImmutablePair.of("right", 2);
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Owner());
  }

  @Invariant
  static boolean oneOfTwo(World w) {
    return w.nodes(Owner.class).stream()
        .map(owner -> owner.pair)
        .allMatch(pair -> pair.getLeft().equals("left") == (pair.getRight() == 1));
  }
}
