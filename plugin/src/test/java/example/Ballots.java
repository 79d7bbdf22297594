package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Set;

/** Nodes take turns at leading a ballot, for which they need the promises of a majority. */
@Protocol(name = "ballots", description = "One leader per ballot.")
final class Ballots {
  private Ballots() {}

  @Round(1)
  record Prepare(@Phase int ballot) {}

  @Round(2)
  record Promise(@Phase int ballot, int last) {}

  static final class Member extends Node {
    private final int number;
    int ballot;
    int led;

    Member(int number) {
      this.number = number;
    }

    @Step(when = "isNext")
    void open() {
      ballot++;
      sendToOthers(Member.class, new Prepare(ballot));
    }

    boolean isNext() {
      return ballot < 4 && ballot % ids(Member.class).size() + 1 == number;
    }

    @Receive(when = "isNew")
    void join(Prepare m, NodeId from) {
      int last = ballot;
      ballot = m.ballot();
      send(from, new Promise(ballot, last));
    }

    boolean isNew(Prepare m, NodeId from) {
      return m.ballot() > ballot;
    }

    @Receive(quorum = "others", when = "isCurrent")
    void lead(Quorum<Promise> promises) {
      led = ballot;
    }

    boolean isCurrent(Quorum<Promise> promises) {
      return led < ballot && promises.messages().allMatch(m -> m.ballot() == ballot);
    }

    int others() {
      return ids(Member.class).size() / 2;
    }
  }

  @Instance(with = 3)
  static void members(Topology t, int members) {
    t.add(members, Member::new);
  }

  @Invariant("no two nodes lead the same ballot")
  static boolean oneLeader(World w) {
    Set<Integer> led = new HashSet<>();
    return w.nodes(Member.class).stream().filter(m -> m.led > 0).allMatch(m -> led.add(m.led));
  }
}
