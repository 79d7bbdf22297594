package dev.parley.engine.internal.rounds;

import dev.parley.api.Rounds;
import dev.parley.engine.internal.step.Participants;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What may be taken for granted of each round, as a rule for when a node may go on: see {@link
 * Rounds}. What is ruled out is ruled out for good, in whatever order steps of different nodes are
 * taken; the package tells why that matters.
 */
final class Assumption {
  private final Rounds rounds;

  /** For each node, the nodes of its role, itself included. */
  private final List<BitSet> peers;

  Assumption(Rounds rounds, Participants participants) {
    this.rounds = rounds;
    this.peers =
        IntStream.range(0, participants.count())
            .mapToObj(
                node ->
                    IntStream.range(0, participants.count())
                        .filter(
                            other ->
                                participants.id(other).role().equals(participants.id(node).role()))
                        .collect(BitSet::new, BitSet::set, BitSet::or))
            .toList();
  }

  Rounds.Kind kind() {
    return rounds.kind();
  }

  /** Whether it matters whom a node has heard in a round. */
  boolean asksWhoWasHeard() {
    return kind() == Rounds.Kind.ALL_BUT || kind() == Rounds.Kind.KERNEL;
  }

  /** Whether a node that has heard these may leave a round, as far as that concerns it alone. */
  boolean mayLeave(int node, List<Integer> heard) {
    return kind() != Rounds.Kind.ALL_BUT
        || peers.get(node).cardinality() - heardPeers(node, heard).cardinality()
            <= rounds.missing();
  }

  /** The nodes that may still be in the kernel of a round after a node has left it. */
  BitSet kernel(BitSet before, int node, List<Integer> heard) {
    BitSet heardPeers = heardPeers(node, heard);
    BitSet kernel = (BitSet) before.clone();
    BitSet unheard = (BitSet) peers.get(node).clone();
    unheard.andNot(heardPeers);
    kernel.andNot(unheard);
    if (!unheard.isEmpty()) {
      kernel.clear(node);
    }
    return kernel;
  }

  /** Whether some node of a node's role may be in a kernel. */
  boolean isKernel(BitSet kernel, int node) {
    return kernel.intersects(peers.get(node));
  }

  /** The kernel of a round that nobody has left. */
  BitSet everyone() {
    BitSet all = new BitSet();
    all.set(0, peers.size());
    return all;
  }

  /** The peers that a node has heard; it always hears itself. */
  private BitSet heardPeers(int node, List<Integer> heard) {
    BitSet all = new BitSet();
    heard.forEach(all::set);
    all.set(node);
    all.and(peers.get(node));
    return all;
  }
}
