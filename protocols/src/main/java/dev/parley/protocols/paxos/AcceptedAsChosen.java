package dev.parley.protocols.paxos;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.paxos.Paxos.Acceptor;

/**
 * A wrong idea of what {@link Paxos} promises, on a Paxos without a mistake: that a value is chosen
 * as soon as one acceptor accepts it. It takes a quorum. Acceptors may well accept different
 * values, as long as no two of these values find a quorum, and one may even accept a value and
 * later another.
 *
 * <p>That the property breaks shows that the protocol is explored into the corners where acceptors
 * disagree; {@code agreement} would mean little if they never did.
 */
@Protocol(
    name = "paxos-accepted-as-chosen",
    description = "Paxos under a wrong specification: no two acceptors accept different values.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class AcceptedAsChosen {
  private AcceptedAsChosen() {}

  /**
   * {@link Paxos} with quorum steps. The counterexample: one acceptor accepts the second ballot's
   * value, then another, which has not heard of that ballot, accepts the first one's.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "acceptedValuesAgree")
  static void paxos(Topology t, int proposers, int acceptors, int quorum) {
    Paxos.paxos(t, proposers, acceptors, quorum);
  }

  /** {@link SingleMessagePaxos}, and the same counterexample. */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "acceptedValuesAgree")
  static void singleMessage(Topology t, int proposers, int acceptors, int quorum) {
    SingleMessagePaxos.paxos(t, proposers, acceptors, quorum);
  }

  @Invariant("no two acceptors accept different values, as if accepted meant chosen")
  static boolean acceptedValuesAgree(World w) {
    return w.nodes(Acceptor.class).stream()
            .filter(acceptor -> acceptor.acceptedBallot > 0)
            .map(acceptor -> acceptor.acceptedValue)
            .distinct()
            .count()
        <= 1;
  }
}
