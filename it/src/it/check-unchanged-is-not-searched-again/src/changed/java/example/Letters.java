package example;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/** Letters come in any order; the box notes who wrote last, and never asks. */
@Protocol(name = "letters")
final class Letters {
  record Letter() {}

  static final class Writer extends Node {
    @Step(once = true)
    void post() {
      sendToAll(Box.class, new Letter());
    }
  }

  static final class Box extends Node {
    int letters;
    @Auxiliary String last = "";

    @Receive
    void letter(Letter m, NodeId from) {
      letters = letters + 1;
      last = "";
      last = from.toString();
    }
  }

  /**
   * A letter is not written, under way or in the box: 3^3 relevant states. With letters in the box,
   * any of them may be the last: 8 + 3*4*1 + 3*2*2 + 1*3 full states.
   */
  @Instance
  static void fits(Topology t) {
    t.add(3, i -> new Writer()).add(new Box());
  }

  @Instance(expect = Verdict.VIOLATED, violates = "notFull")
  static void tooMany(Topology t) {
    t.add(4, i -> new Writer()).add(new Box());
  }

  @Invariant
  static boolean notFull(World w) {
    return w.nodes(Box.class).get(0).letters < 4;
  }
}
