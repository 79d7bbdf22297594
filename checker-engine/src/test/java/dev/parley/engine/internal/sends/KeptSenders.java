package dev.parley.engine.internal.sends;

import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.engine.internal.sends.SendingNodes.Ack;
import dev.parley.engine.internal.sends.SendingNodes.Ask;
import dev.parley.engine.internal.sends.SendingNodes.Peer;

/** Functions that captured something and are there when a step begins. */
final class KeptSenders {
  private KeptSenders() {}

  /** What a node does on request. */
  @FunctionalInterface
  interface Action<N> {
    void accept(N node, NodeId to);
  }

  /** A constant may hold what it was made with. */
  enum Kind {
    ONE(1);

    final Action<WithConstant> action;

    Kind(int n) {
      action = (node, to) -> node.tell(to, n);
    }
  }

  static final class WithConstant extends Peer {
    final Kind kind = Kind.ONE;

    void tell(NodeId to, int n) {
      send(to, new Ack(n));
    }

    @Sends("any -> any")
    @Receive
    void runsWhatTheConstantHolds(Ask m, NodeId from) {
      kind.action.accept(this, from); // noted
    }
  }

  /** A message may hold a function of a constant. */
  record Told(Action<WithMessage> action) {}

  /** Numbers. */
  enum Number {
    ONE,
    TWO
  }

  static final class WithMessage extends Peer {
    void tell(NodeId to, Number number) {
      send(to, new Ack(number.ordinal())); // noted
    }

    static Told told(Number number) {
      return new Told((node, to) -> node.tell(to, number));
    }

    @Sends("any -> any")
    @Receive
    void sendsAFunction(Ask m, NodeId from) {
      send(from, told(Number.TWO));
    }

    @Sends("any -> any")
    @Receive
    void runsWhatTheMessageHolds(Told m, NodeId from) {
      m.action().accept(this, from); // noted
    }
  }
}
