package dev.parley.report.browser;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;

/** Voters vote once; two of three votes elect. Forgetful voters vote again. */
@Protocol(name = "ballot", description = "Candidates ask for votes and are elected by a majority.")
final class Ballot {
  record Ask() {}

  record Vote() {}

  static class Candidate extends Node {
    boolean elected;
    @Auxiliary List<String> supporters = List.of();

    @Step(once = true)
    void run() {
      sendToAll(Voter.class, new Ask());
    }

    @Receive(quorum = "2", when = "hopes")
    void votes(Quorum<Vote> votes) {
      elected = true;
      supporters = votes.senders().map(NodeId::toString).sorted().toList();
    }

    /** One that the majority did not need. */
    @Receive(when = "won")
    void late(Vote vote) {}

    boolean hopes() {
      return !elected;
    }

    boolean won() {
      return elected;
    }
  }

  static class Voter extends Node {
    boolean voted;

    @Receive
    void ask(Ask m, NodeId from) {
      if (mayVote()) {
        voted = true;
        send(from, new Vote());
      }
    }

    boolean mayVote() {
      return !voted;
    }
  }

  static final class Forgetful extends Voter {
    @Override
    boolean mayVote() {
      return true;
    }
  }

  @Instance(with = {2, 3})
  static void voters(Topology t, int candidates, int voters) {
    t.add(candidates, i -> new Candidate()).add(voters, i -> new Voter());
  }

  @Instance(
      with = {2, 3},
      tags = "broken",
      expect = Verdict.VIOLATED)
  static void forgetful(Topology t, int candidates, int voters) {
    t.add(candidates, i -> new Candidate()).add(voters, i -> new Forgetful());
  }

  @Invariant("there is one winner at most")
  static boolean oneWinner(World w) {
    return w.nodes(Candidate.class).stream().filter(c -> c.elected).count() <= 1;
  }

  @Reachable
  static boolean someoneWins(World w) {
    return w.nodes(Candidate.class).stream().anyMatch(c -> c.elected);
  }

  private Ballot() {}
}
