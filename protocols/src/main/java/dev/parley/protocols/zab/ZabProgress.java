package dev.parley.protocols.zab;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.zab.Zab.Follower;
import dev.parley.protocols.zab.Zab.Leader;

/**
 * Whether {@link Zab} gets anywhere. It need not: a leader does nothing without a quorum of
 * followers, and nothing in Zab makes the followers agree on whom to follow; that is the election
 * oracle's part, and the paper asks of it only that it settles in the end.
 *
 * <p>Liveness is asked for as a property of states (Saissi, Bokor, Muftuoglu, Suri, Serafini:
 * "Efficient Verification of Distributed Protocols Using Stateful Model Checking", SRDS 2013, Table
 * I): where nothing more can happen, something has been delivered. Every follower elects a leader
 * once and stays with it. Three followers cannot then be split evenly among two leaders, and one of
 * them gets its quorum; with three leaders they can, and everybody waits for ever. That makes three
 * leaders and three followers the smallest setting with something to find.
 */
@Protocol(
    name = "zab-progress",
    description = "Zab's progress as a property of states; it depends on whom the followers elect.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ZabProgress {
  private ZabProgress() {}

  /** With this few leaders some leader always has a quorum. */
  @Instance(with = {1, 3})
  @Instance(with = {2, 3})
  @Instance(with = {2, 5})
  static void quorumCertain(Topology t, int leaders, int followers) {
    Zab.zab(t, leaders, followers, 1);
  }

  /**
   * With this many leaders there may be no quorum.
   *
   * <p>The counterexample: every follower elects another leader, and there it ends.
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
      expect = Verdict.VIOLATED,
      violates = "progress")
  static void leaderLeft(Topology t, int leaders, int followers) {
    Zab.zab(t, leaders, followers, 2);
  }

  @Terminal("once everything has come to rest, a follower has delivered something")
  static boolean progress(World w) {
    return w.nodes(Follower.class).stream().anyMatch(f -> !f.delivered.isEmpty());
  }

  @Reachable("a leader may broadcast all it has")
  static boolean leaderSucceeds(World w) {
    return w.nodes(Leader.class).stream().anyMatch(Leader::done);
  }
}
