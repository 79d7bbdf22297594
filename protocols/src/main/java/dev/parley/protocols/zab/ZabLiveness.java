package dev.parley.protocols.zab;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.state;

import dev.parley.api.Budget;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.zab.Zab.Follower;
import dev.parley.protocols.zab.Zab.Leader;
import java.util.List;

/**
 * The progress of {@link Zab} as what it is, a property of runs; {@link ZabProgress} asks for it as
 * a property of states, as the papers' tools had to. In every run that puts nothing off for ever a
 * follower delivers something. That depends on whom the followers elect; what does not, is that a
 * leader whom everybody follows in the end succeeds.
 */
@Protocol(
    name = "zab-liveness",
    description = "Zab's progress as a property of runs; it depends on whom the followers elect.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ZabLiveness {
  private ZabLiveness() {}

  /** With this few leaders some leader always has a quorum. */
  @Instance(with = {1, 3})
  @Instance(with = {2, 3})
  static void quorumCertain(Topology t, int leaders, int followers) {
    Zab.zab(t, leaders, followers, 1);
  }

  /**
   * With this many leaders there may be no quorum.
   *
   * <p>The counterexample: every follower elects another leader, and nothing more happens.
   */
  @Instance(
      with = {3, 3},
      expect = Verdict.VIOLATED,
      violates = "progress")
  @Instance(
      with = {4, 3},
      expect = Verdict.VIOLATED,
      violates = "progress")
  static void electionSplit(Topology t, int leaders, int followers) {
    Zab.zab(t, leaders, followers, 1);
  }

  /**
   * Two leaders are enough if followers may change their minds once.
   *
   * <p>The counterexample: each leader counts on a follower that is already with the other one.
   */
  @Instance(
      with = {2, 3},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "progress")
  static void leaderLeft(Topology t, int leaders, int followers) {
    Zab.zab(t, leaders, followers, 2);
  }

  @Eventually("a follower delivers something")
  static boolean progress(World w) {
    return w.nodes(Follower.class).stream().anyMatch(f -> !f.delivered.isEmpty());
  }

  @EveryRun("a leader whom everyone follows in the end commits all its transactions")
  static Formula followedLeaderSucceeds(List<NodeId> nodes) {
    return all(
        nodes.stream()
            .filter(id -> id.role().equals("Leader"))
            .map(
                id ->
                    eventually(always(followed(id)))
                        .implies(eventually(state(id + " is done", w -> leader(w, id).done()))))
            .toList());
  }

  private static Formula followed(NodeId leader) {
    return state(
        "all follow " + leader,
        w -> w.nodes(Follower.class).stream().allMatch(f -> leader.equals(f.leader)));
  }

  private static Leader leader(World w, NodeId id) {
    return (Leader) w.node(id);
  }
}
