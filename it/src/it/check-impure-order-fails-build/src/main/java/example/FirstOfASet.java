package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes whichever element a hash set shows first. The strings share one hash code. */
@Protocol(name = "first-of-a-set")
final class FirstOfASet {
  static final class Chooser extends Node {
    Set<String> candidates = new HashSet<>(List.of("AaAa", "BBBB", "AaBB"));
    String chosen = "";

    @Step(once = true)
    void takeFirst() {
      chosen = candidates.iterator().next();
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Chooser());
  }
}
