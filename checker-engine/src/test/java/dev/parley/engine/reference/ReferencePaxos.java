package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Paxos with the exact semantics whose state counts TLC, SPIN and brute force have confirmed. A
 * proposer's ballot and value are its number. {@code lastDelivered} is written only by the variant
 * with a delivery record.
 */
final class ReferencePaxos {
  private ReferencePaxos() {}

  record Read(int ballot) {}

  record ReadReply(int ballot, int acceptedBallot, int acceptedValue) {}

  record Write(int ballot, int value) {}

  record Accept(int ballot, int value) {}

  /** Proposers and learner consume a quorum in one step. */
  static Model quorum(int proposers, int acceptors, int quorum, boolean recording) {
    return model(topology(proposers, acceptors, quorum, recording));
  }

  /** The nodes of this, for the engine. */
  static Topology topology(int proposers, int acceptors, int quorum, boolean recording) {
    return new Topology()
        .add("Proposer", proposers, p -> new QuorumProposer(p, quorum, recording))
        .add("Acceptor", acceptors, a -> new Acceptor(recording))
        .add("Learner", new QuorumLearner(quorum, recording));
  }

  /**
   * Proposers and learner consume one message at a time and keep them with their senders: a
   * proposer until it decides, after which replies stay pending, a learner for good.
   */
  static Model singleMessage(int proposers, int acceptors, int quorum) {
    return model(
        new Topology()
            .add("Proposer", proposers, p -> new SingleProposer(p, quorum))
            .add("Acceptor", acceptors, a -> new Acceptor(false))
            .add("Learner", new SingleLearner(quorum)));
  }

  private static Model model(Topology topology) {
    return Models.of(topology, Models.invariant("agreement", ReferencePaxos::agreement));
  }

  static boolean agreement(World w) {
    return w.nodes(Learner.class).stream().allMatch(l -> l.learned.size() <= 1);
  }

  /** Remembers, if asked to, what its last step consumed. */
  abstract static class Recorder extends Node {
    final boolean recording;
    @Auxiliary Set<Object> lastDelivered = new HashSet<>();

    Recorder(boolean recording) {
      this.recording = recording;
    }

    final void delivered(Set<Object> messages) {
      if (recording) {
        lastDelivered = new HashSet<>(messages);
      }
    }
  }

  abstract static class Proposer extends Recorder {
    final int ballot;
    final int quorum;
    boolean done;

    Proposer(int ballot, int quorum, boolean recording) {
      super(recording);
      this.ballot = ballot;
      this.quorum = quorum;
    }

    @Step(once = true)
    void start() {
      delivered(Set.of());
      sendToAll(Acceptor.class, new Read(ballot));
    }

    boolean waiting() {
      return !done;
    }

    int quorum() {
      return quorum;
    }

    final void write(Iterable<Delivery<ReadReply>> replies) {
      int highest = 0;
      int value = ballot;
      for (Delivery<ReadReply> reply : replies) {
        if (reply.message().acceptedBallot() > highest) {
          highest = reply.message().acceptedBallot();
          value = reply.message().acceptedValue();
        }
      }
      done = true;
      sendToAll(Acceptor.class, new Write(ballot, value));
    }
  }

  static final class QuorumProposer extends Proposer {
    QuorumProposer(int ballot, int quorum, boolean recording) {
      super(ballot, quorum, recording);
    }

    @Receive(quorum = "quorum", when = "waiting")
    void replies(Quorum<ReadReply> replies) {
      // Contents alone, as in the model whose count was confirmed; with senders it is 82,543.
      delivered(new HashSet<>(replies.messages().toList()));
      write(replies);
    }
  }

  static final class SingleProposer extends Proposer {
    Set<Delivery<ReadReply>> received = new HashSet<>();

    SingleProposer(int ballot, int quorum) {
      super(ballot, quorum, false);
    }

    @Receive(when = "waiting")
    void reply(ReadReply reply, NodeId from) {
      received.add(new Delivery<>(from, reply));
      if (received.size() == quorum) {
        write(received);
        received = new HashSet<>();
      }
    }
  }

  static final class Acceptor extends Recorder {
    int promised;
    int acceptedBallot;
    int acceptedValue;

    Acceptor(boolean recording) {
      super(recording);
    }

    @Receive
    void read(Read m, NodeId from) {
      delivered(Set.of(new Delivery<>(from, m)));
      if (m.ballot() > promised) {
        promised = m.ballot();
        send(from, new ReadReply(m.ballot(), acceptedBallot, acceptedValue));
      }
    }

    @Receive
    void write(Write m, NodeId from) {
      delivered(Set.of(new Delivery<>(from, m)));
      if (m.ballot() >= promised) {
        promised = m.ballot();
        acceptedBallot = m.ballot();
        acceptedValue = m.value();
        sendToAll(Learner.class, new Accept(m.ballot(), m.value()));
      }
    }
  }

  abstract static class Learner extends Recorder {
    final int quorum;
    final Set<Integer> learned = new HashSet<>();

    Learner(int quorum, boolean recording) {
      super(recording);
      this.quorum = quorum;
    }

    int quorum() {
      return quorum;
    }
  }

  static final class QuorumLearner extends Learner {
    QuorumLearner(int quorum, boolean recording) {
      super(quorum, recording);
    }

    @Receive(quorum = "quorum", when = "equal")
    void learn(Quorum<Accept> accepts) {
      delivered(new HashSet<>(accepts.deliveries()));
      learned.add(accepts.deliveries().get(0).message().value());
    }

    boolean equal(Quorum<Accept> accepts) {
      return accepts.messages().distinct().count() == 1;
    }
  }

  static final class SingleLearner extends Learner {
    Set<Delivery<Accept>> received = new HashSet<>();

    SingleLearner(int quorum) {
      super(quorum, false);
    }

    @Receive
    void accept(Accept m, NodeId from) {
      received.add(new Delivery<>(from, m));
      List<Delivery<Accept>> same =
          received.stream().filter(d -> Objects.equals(d.message(), m)).toList();
      if (same.size() == quorum) {
        learned.add(m.value());
      }
    }
  }
}
