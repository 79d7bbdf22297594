package dev.parley.engine.internal.sends;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.engine.internal.sends.SendingNodes.Ack;
import dev.parley.engine.internal.sends.SendingNodes.Ask;
import dev.parley.engine.internal.sends.SendingNodes.Nack;
import dev.parley.engine.internal.sends.SendingNodes.Peer;
import dev.parley.engine.internal.sends.SendingNodes.Server;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes that take detours. What counts is that nothing is missed; marks say how much is known. */
final class DeviousNodes {
  private DeviousNodes() {}

  /** A collection that is not the JDK's. */
  record Ring(List<NodeId> members) implements Iterable<NodeId> {
    @Override
    public Iterator<NodeId> iterator() {
      return members.iterator();
    }
  }

  /** A collection that is half the JDK's. */
  static final class Names extends ArrayList<NodeId> {
    private static final long serialVersionUID = 1;
  }

  enum Mood {
    GLAD {
      @Override
      Object answer() {
        return new Ack(1);
      }
    },
    SAD {
      @Override
      Object answer() {
        return new Nack(1);
      }
    };

    abstract Object answer();
  }

  interface Polite {
    void say(NodeId to, Object message);

    default void thank(NodeId to) {
      say(to, new Ack(1));
    }
  }

  abstract static class Maker<M> {
    abstract M make();

    M made() {
      return make();
    }
  }

  static final class Devious extends Peer implements Polite {
    Mood mood = Mood.GLAD;
    Map<String, List<NodeId>> groups = new HashMap<>();

    @Override
    public void say(NodeId to, Object message) {
      send(to, message);
    }

    @Sends("Ack -> sender")
    @Receive
    void defaultMethod(Ask m, NodeId from) {
      thank(from);
    }

    @Sends("Ask -> any")
    @Step
    void ownIterable() {
      new Ring(ids(Server.class)).forEach(id -> send(id, new Ask(1))); // noted
    }

    @Sends("Ask -> any")
    @Step
    void ownList() {
      Names names = new Names();
      names.addAll(ids(Server.class));
      for (NodeId id : names) {
        send(id, new Ask(1)); // noted
      }
    }

    @Sends("Ask -> Server")
    @Step
    void largest() {
      send(Collections.max(ids(Server.class), Comparator.comparing(NodeId::index)), new Ask(1));
    }

    @Sends("Ask -> any")
    @Step
    void grouped() {
      Map<String, List<NodeId>> byRole =
          ids(Server.class).stream().collect(Collectors.groupingBy(NodeId::role));
      byRole.values().forEach(list -> list.add(self()));
      byRole.values().forEach(list -> list.forEach(id -> send(id, new Ask(1)))); // noted
    }

    @Sends("Ask -> any")
    @Step
    void filledArray() {
      NodeId[] two = new NodeId[2];
      fill(two);
      for (NodeId id : two) {
        send(id, new Ask(1)); // noted
      }
    }

    private void fill(NodeId[] array) {
      array[0] = self();
      array[1] = ids(Server.class).get(0);
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void alternatives(Ask m, NodeId from) {
      Optional<NodeId> sender = m.n() > 1 ? Optional.of(from) : Optional.empty();
      sender.or(() -> Optional.of(self())).ifPresent(id -> send(id, new Ack(1)));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void iterated(Ask m, NodeId from) {
      Stream.iterate(from, id -> self()).limit(3).forEach(id -> send(id, new Ack(1)));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void carriedByLoop(Ask m, NodeId from) {
      NodeId to = from;
      for (int i = 0; i < 2; i++) {
        send(to, new Ack(1));
        to = self();
      }
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void nestedLambdas(Ask m, NodeId from) {
      Supplier<Object> ack = () -> new Ack(1);
      Supplier<Supplier<Object>> either = () -> m.n() > 1 ? ack : () -> new Nack(1);
      send(from, either.get().get());
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void constantsWithBodies(Ask m, NodeId from) {
      send(from, mood.answer());
      send(from, Mood.valueOf("SAD").answer());
    }

    @Sends("Ack -> sender")
    @Receive
    void anonymousClass(Ask m, NodeId from) {
      Object answer =
          new Maker<Ack>() {
            @Override
            Ack make() {
              return new Ack(m.n());
            }
          }.made();
      send(from, answer);
    }

    @Sends("Ack -> any")
    @Receive
    void capturedByAnonymousClass(Ask m, NodeId from) {
      NodeId to =
          new Maker<NodeId>() {
            @Override
            NodeId make() {
              return from;
            }
          }.made();
      send(to, new Ack(1)); // noted
    }

    @Sends("Ack -> sender")
    @Receive
    void itselfFromList(Ask m, NodeId from) {
      List.of(this).get(0).say(from, new Ack(1));
    }

    @Sends("Ack -> sender")
    @Receive
    void wideParameters(Ask m, NodeId from) {
      wide(1L, from, 2.0, new Ack(1));
    }

    private void wide(long a, NodeId to, double b, Object message) {
      if (a < b) {
        send(to, message);
      }
    }

    @Sends({"Ack -> sender", "Nack -> self"})
    @Receive
    void atLast(Ask m, NodeId from) {
      try {
        if (m.n() > 0) {
          throw new IllegalStateException();
        }
        send(from, new Ack(1));
      } catch (IllegalStateException e) {
        mood = Mood.SAD;
      } finally {
        send(self(), new Nack(1));
      }
    }

    @Sends("Ack -> any")
    @Receive
    void computed(Ask m, NodeId from) {
      groups.computeIfAbsent("all", key -> new ArrayList<>()).add(from);
      groups.remove("all").forEach(id -> send(id, new Ack(1))); // noted
    }

    @Sends("Ack -> sender")
    @Receive
    void innerClass(Ask m, NodeId from) {
      new Messenger().run(from);
    }

    final class Messenger {
      void run(NodeId to) {
        say(to, new Ack(1));
      }
    }

    @Sends("Ask -> Node")
    @Step
    void everyone() {
      sendToOthers(Node.class, new Ask(1));
    }
  }
}
