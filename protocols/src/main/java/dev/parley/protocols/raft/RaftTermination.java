package dev.parley.protocols.raft;

import dev.parley.api.Budget;
import dev.parley.api.Eventually;
import dev.parley.api.Fairness;
import dev.parley.api.Instance;
import dev.parley.api.Network;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.raft.Raft.Client;
import dev.parley.protocols.raft.Raft.Command;
import dev.parley.protocols.raft.Raft.Server;

/**
 * Whether {@link Raft} ever commits what a client asks for. It does if one server alone stands for
 * election and its timeout fires. Several candidates may share the votes, term after term; and
 * nothing can be said if timeouts need not fire.
 */
@Protocol(
    name = "raft-termination",
    description = "Whether Raft commits: with one candidate, with several, and without timeouts.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class RaftTermination {
  private RaftTermination() {}

  /** Only the first server may stand. */
  @Instance(with = 3)
  static void oneCandidate(Topology t, int servers) {
    t.add("Server", servers, i -> new Server(i == 1 ? 1 : 0));
    clientAsks(t, servers);
  }

  /**
   * All servers may stand, once or twice each.
   *
   * <p>The counterexample: each votes for itself, until the terms are used up. More terms only make
   * it longer.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "committed")
  static void severalCandidates(Topology t, int servers, int terms) {
    Raft.raft(t, servers, terms, 1);
  }

  /**
   * The first server may stand, but its timeout need not fire.
   *
   * <p>The counterexample: it never does, and nobody leads.
   */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "committed")
  static void withoutTimeout(Topology t, int servers) {
    t.add("Server", servers, i -> i == 1 ? new PatientServer() : new Server(0));
    clientAsks(t, servers);
  }

  private static void clientAsks(Topology t, int servers) {
    t.network(Network.PERSISTENT).add("Client", new Client());
    for (int server = 1; server <= servers; server++) {
      t.message(new NodeId("Client", 1), new NodeId("Server", server), new Command(1));
    }
  }

  @Eventually("all servers commit what the client asked for")
  static boolean committed(World w) {
    return w.nodes(Server.class).stream().noneMatch(s -> s.committed().isEmpty());
  }

  /** May wait for ever before it stands. */
  static final class PatientServer extends Server {
    PatientServer() {
      super(1);
    }

    @Override
    @OnTimer(value = "election", when = "termsLeft", fairness = Fairness.NONE)
    void stand() {
      super.stand();
    }
  }
}
