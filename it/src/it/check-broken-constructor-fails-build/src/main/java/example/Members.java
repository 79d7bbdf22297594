package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Members are numbered from 0 to 2; topologies count from 1. */
@Protocol(name = "members")
final class Members {
  static final class Member extends Node {
    private static final String[] NAMES = {"Ada", "Ben", "Cyd"};
    private final String name;
    boolean present;

    Member(int number) {
      name = NAMES[number];
    }

    @Step(once = true)
    void arrive() {
      present = true;
    }
  }

  @Instance
  static void three(Topology t) {
    t.add(3, Member::new);
  }

  @Instance
  static void two(Topology t) {
    t.add(2, Member::new);
  }
}
