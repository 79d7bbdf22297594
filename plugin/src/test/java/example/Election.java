package example;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.World;

@Protocol(name = "election", budget = @Budget(states = 5_000_000, time = "2m"))
final class Election {
  record Ask() {}

  record Vote(boolean granted) {}

  enum Phase {
    IDLE,
    ASKING,
    ELECTED,
    GIVEN_UP
  }

  static final class Candidate extends Node {
    Phase phase = Phase.IDLE;

    @Step(once = true)
    void campaign() {
      phase = Phase.ASKING;
      sendToAll(Voter.class, new Ask());
    }

    @Receive(quorum = "majority", when = "granted")
    void elected(Quorum<Vote> votes) {
      phase = Phase.ELECTED;
    }

    @Step(when = "asking")
    void giveUp() {
      phase = Phase.GIVEN_UP;
    }

    int majority() {
      return ids(Voter.class).size() / 2 + 1;
    }

    boolean granted(Quorum<Vote> votes) {
      return asking() && votes.messages().allMatch(Vote::granted);
    }

    boolean asking() {
      return phase == Phase.ASKING;
    }
  }

  static final class Voter extends Node {
    NodeId votedFor;

    @Receive
    void ask(Ask m, NodeId from) {
      boolean granted = votedFor == null && choose(true, false);
      if (granted) {
        votedFor = from;
      }
      send(from, new Vote(granted));
    }
  }

  @Instance(with = {2, 3})
  @Instance(
      with = {2, 5},
      tags = "nightly")
  static void election(Topology t, int candidates, int voters) {
    t.add(candidates, i -> new Candidate()).add(voters, i -> new Voter());
  }

  @Invariant("at most one candidate is elected")
  static boolean oneLeader(World w) {
    return w.nodes(Candidate.class).stream().filter(c -> c.phase == Phase.ELECTED).count() <= 1;
  }

  @Terminal("in the end every candidate knows where it stands")
  static boolean settled(World w) {
    return w.nodes(Candidate.class).stream().noneMatch(c -> c.phase == Phase.ASKING);
  }

  @Reachable("a candidate may be elected")
  static boolean someoneIsElected(World w) {
    return w.nodes(Candidate.class).stream().anyMatch(c -> c.phase == Phase.ELECTED);
  }
}
