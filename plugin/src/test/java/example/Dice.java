package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint.When;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;

/** A player rolls a die that a program keeps, and looks at it again. */
@Protocol(name = "dice")
final class Dice {
  record Say(String word) {}

  record Shown(String eyes) {}

  static final class Player extends Node {
    final List<String> seen = new ArrayList<>();
    int said;

    @Step(when = "isReady")
    void ask() {
      sendToAll(Die.class, new Say(said++ == 0 ? "roll" : "look"));
    }

    boolean isReady() {
      return said == seen.size() && said < 3;
    }

    @Receive
    void shown(Shown shown) {
      seen.add(shown.eyes());
    }
  }

  static final class Die extends Peer {
    private static final String SCRIPT =
        "while read -r word n; do case $word in"
            + " roll) eyes=$(($(od -An -N1 -tu1 /dev/urandom) % 6 + 1)); echo $eyes;;"
            + " look) echo $eyes;;"
            + " save) eval \"at$n=$eyes\"; echo $n;;"
            + " restore) eval \"eyes=\\$at$n\"; echo $n;; esac; done";

    @Override
    protected PeerProgram program() {
      return PeerProgram.command("sh", "-c", SCRIPT)
          .nonDeterministic(20)
          .checkpoint(When.ND_ONLY, "save {n}\n", "restore {n}\n");
    }

    @Receive
    void say(Say say, NodeId from) {
      send(from, new Shown(ask(from, say.word() + "\n").text().strip()));
    }
  }

  @Instance(expect = Verdict.BUDGET_EXHAUSTED)
  static void onePlayer(Topology t) {
    t.add(new Player()).add(new Die());
  }

  @Invariant
  static boolean aDieStaysAsItIs(World w) {
    return w.nodes(Player.class).stream().allMatch(p -> p.seen.stream().distinct().count() <= 1);
  }
}
