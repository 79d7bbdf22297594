package dev.parley.engine.internal.sends;

import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.engine.internal.sends.SendingNodes.Ack;
import dev.parley.engine.internal.sends.SendingNodes.Ask;
import dev.parley.engine.internal.sends.SendingNodes.Peer;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * In a file of its own: what it has makes calls into the JDK doubtful for all classes around it.
 */
final class SleepingNodes {
  private SleepingNodes() {}

  static final class WithFunction extends Peer {
    final BiConsumer<WithFunction, NodeId> action = (node, to) -> node.tell(to);

    void tell(NodeId to) {
      send(to, new Ack(1));
    }

    @Sends("any -> any")
    @Receive
    void handsItselfOver(Ask m, NodeId from) {
      action.accept(this, from); // noted
    }

    @Sends("any -> any")
    @Receive
    void putsItselfSomewhere(Ask m, NodeId from) {
      List.of(this).forEach(node -> action.accept(node, from)); // noted
    }

    @Sends("Ack -> sender")
    @Receive
    void doesWithout(Ask m, NodeId from) {
      send(from, new Ack(m.n() + 1));
    }
  }
}
