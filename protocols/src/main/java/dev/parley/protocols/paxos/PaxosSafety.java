package dev.parley.protocols.paxos;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * {@link Paxos} with its safety alone, to be compared in the three models of delivery (Bokor,
 * Serafini, Suri: "On Efficient Models for Model Checking Message-Passing Distributed Protocols",
 * 2010): {@code -Dparley.network=mp}, {@code m-mp}, and without it M.
 *
 * <p>What holds in every state of the nodes holds in all three models or in none. What holds where
 * everything has come to rest does not: in MP a proposer that is given a reply too many can take no
 * step any more, since it would have to consume all three replies and takes two. So the terminal
 * property of {@link Paxos} breaks in MP and has no place here.
 */
@Protocol(
    name = "paxos-safety",
    description = "Paxos with its safety alone, which is the same in all models of delivery.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class PaxosSafety {
  private PaxosSafety() {}

  /** The protocol as it should be. */
  @Instance(with = {2, 3, 2})
  @Instance(with = {2, 4, 3})
  static void paxos(Topology t, int proposers, int acceptors, int quorum) {
    Paxos.paxos(t, proposers, acceptors, quorum);
  }

  /** Broken: acceptors accept whatever they are asked to. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void promisesBroken(Topology t, int proposers, int acceptors, int quorum) {
    Paxos.promisesBroken(t, proposers, acceptors, quorum);
  }

  @Invariant("no two values are learned")
  static boolean agreement(World w) {
    return Paxos.agreement(w);
  }
}
