package dev.parley.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelLoaderTest {
  record Ask() {}

  record Answer(int value) {}

  static class Client extends Node {
    final int size;
    int got;

    Client(int size) {
      this.size = size;
    }

    @Step(once = true, when = "fresh")
    void start() {
      sendToAll(Server.class, new Ask());
    }

    @Receive(quorum = "majority", orMore = true, when = "agree")
    private void answers(Quorum<Answer> answers) {
      got = answers.size();
    }

    @Receive(quorum = "2")
    void twice(Quorum<? extends Answer> answers) {
      got = 2;
    }

    private boolean fresh() {
      return got == 0;
    }

    boolean agree(Quorum<Answer> answers) {
      return answers.messages().distinct().count() == 1;
    }

    int majority() {
      return size / 2 + 1;
    }
  }

  static class Server extends Node {
    @Receive(when = "ready")
    void ask(Ask ask, NodeId from) {
      send(from, new Answer(1));
    }

    @Receive
    void number(int number) {}

    boolean ready(Ask ask, NodeId from) {
      return true;
    }
  }

  @Protocol(
      name = "asking",
      description = "Clients ask.",
      tags = {"fast", "small"},
      budget = @Budget(states = 1000, time = "5m"))
  static final class Asking {
    @Instance(with = {1, 2})
    @Instance(
        with = {2, 3},
        tags = {"nightly", "fast"},
        expect = Verdict.VIOLATED,
        violates = "calm",
        budget = @Budget(time = "30s", memory = "64k", depth = 9))
    private static void pair(Topology t, int clients, int servers) {
      t.add(clients, i -> new Client(servers)).add("Oracle", servers, i -> new Server());
    }

    @Instance(expect = Verdict.VIOLATED, violates = "exception")
    static Topology alone(Topology t) {
      return t.add(new Client(0));
    }

    @Instance(name = "renamed")
    static void hidden(Topology t) {
      t.add(new Server());
    }

    @Invariant("nothing waits")
    static boolean calm(World w) {
      return w.pending().isEmpty();
    }

    @Terminal
    private static boolean answered(World w) {
      throw new IllegalStateException("no idea");
    }

    @Reachable
    static boolean busy(World w) {
      return !w.pending().isEmpty();
    }
  }

  @Test
  void describesInstancesInTheOrderOfTheirNames() {
    assertThat(ModelLoader.describe(Asking.class))
        .extracting(Model.Description::instance)
        .containsExactly("alone", "pair(1,2)", "pair(2,3)", "renamed");
  }

  @Test
  void mergesTagsAndBudgetsOfProtocolAndInstance() {
    Model.Description description = ModelLoader.load(Asking.class, "pair(2,3)").description();
    assertThat(description)
        .isEqualTo(
            new Model.Description(
                "asking",
                Asking.class.getName(),
                "Clients ask.",
                "pair(2,3)",
                List.of("fast", "small", "nightly"),
                Verdict.VIOLATED,
                Optional.of("calm"),
                new dev.parley.engine.options.Budget(
                    Optional.of(1000L),
                    Optional.of(Duration.ofSeconds(30)),
                    Optional.of(65536L),
                    Optional.of(9)),
                Optional.of("clients=2, servers=3")));
  }

  @Test
  void takesTheProtocolsBudgetWhereTheInstanceHasNone() {
    dev.parley.engine.options.Budget budget = ModelLoader.describe(Asking.class).get(0).budget();
    assertThat(budget.states()).contains(1000L);
    assertThat(budget.time()).contains(Duration.ofMinutes(5));
    assertThat(budget.memoryBytes()).isEmpty();
    assertThat(budget.depth()).isEmpty();
  }

  @Test
  void laysOutFreshNodesWithTheGivenSizes() {
    Model model = ModelLoader.load(Asking.class, "pair(1,2)");
    assertThat(model.ids())
        .extracting(NodeId::toString)
        .containsExactly("Client1", "Oracle1", "Oracle2");
    assertThat(((Client) model.nodes().get(new NodeId("Client", 1))).size).isEqualTo(2);
    assertThat(model.types())
        .extracting(NodeType::type)
        .isEqualTo(List.of(Client.class, Server.class, Server.class));
    assertThat(ModelLoader.load(Asking.class, "pair(1,2)").nodes().values())
        .doesNotContainAnyElementsOf(model.nodes().values());
  }

  @Test
  void acceptsAnInstanceMethodThatReturnsItsTopology() {
    assertThat(ModelLoader.load(Asking.class, "alone").ids()).hasSize(1);
  }

  @Test
  void readsPropertiesInTheOrderOfTheirNames() throws Exception {
    List<Property> properties = ModelLoader.load(Asking.class, "alone").properties();
    assertThat(properties).extracting(Property::name).containsExactly("answered", "busy", "calm");
    assertThat(properties)
        .extracting(Property::kind)
        .containsExactly(Property.Kind.TERMINAL, Property.Kind.REACHABLE, Property.Kind.INVARIANT);
    assertThat(properties.get(2).description()).isEqualTo("nothing waits");
    assertThat(properties.get(2).method())
        .contains(Asking.class.getDeclaredMethod("calm", World.class));
  }

  @Test
  void evaluatesPropertiesOfClassesThatAreNotPublic() {
    List<Property> properties = ModelLoader.load(Asking.class, "alone").properties();
    assertThat(properties.get(1).predicate().test(emptyWorld())).isFalse();
    assertThat(properties.get(2).predicate().test(emptyWorld())).isTrue();
  }

  @Test
  void namesThePropertyThatThrows() {
    Property broken = ModelLoader.load(Asking.class, "alone").properties().get(0);
    assertThatThrownBy(() -> broken.predicate().test(emptyWorld()))
        .isInstanceOfSatisfying(
            ProtocolException.class,
            e -> assertThat(e.place()).isEqualTo(Asking.class.getName() + ".answered"))
        .hasMessageContaining("IllegalStateException: no idea")
        .hasMessageContaining("answered(ModelLoaderTest.java:")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void readsHandlersInTheOrderOfTheirNames() {
    NodeType type = ModelLoader.nodeType(Client.class);
    assertThat(type.handlers())
        .extracting(Handler::name)
        .containsExactly("answers", "start", "twice");
    assertThat(type.handlers()).extracting(Handler::index).containsExactly(0, 1, 2);
    assertThat(type.accepts(Answer.class)).isTrue();
    assertThat(type.accepts(Ask.class)).isFalse();
  }

  @Test
  void readsAQuorumHandler() throws Exception {
    Handler answers = ModelLoader.nodeType(Client.class).handlers().get(0);
    assertThat(answers.kind()).isEqualTo(Handler.Kind.QUORUM);
    assertThat(answers.messageType()).isEqualTo(Answer.class);
    assertThat(answers.size().orElseThrow().method())
        .contains(Client.class.getDeclaredMethod("majority"));
    assertThat(answers.size().orElseThrow().orMore()).isTrue();
    assertThat(answers.guard()).contains(Client.class.getDeclaredMethod("agree", Quorum.class));
    assertThat(answers.guardTakesArguments()).isTrue();
  }

  @Test
  void readsAQuorumOfConstantSizeOverAWildcard() {
    Handler twice = ModelLoader.nodeType(Client.class).handlers().get(2);
    assertThat(twice.messageType()).isEqualTo(Answer.class);
    assertThat(twice.size()).contains(new Handler.QuorumSize(2, Optional.empty(), false));
  }

  @Test
  void readsAStepWithItsGuard() throws Exception {
    Handler start = ModelLoader.nodeType(Client.class).handlers().get(1);
    assertThat(start.kind()).isEqualTo(Handler.Kind.STEP);
    assertThat(start.once()).isTrue();
    assertThat(start.messageType()).isEqualTo(Object.class);
    assertThat(start.guard()).contains(Client.class.getDeclaredMethod("fresh"));
    assertThat(start.guardTakesArguments()).isFalse();
  }

  @Test
  void readsSingleMessageHandlersWithAndWithoutSender() {
    List<Handler> handlers = ModelLoader.nodeType(Server.class).handlers();
    assertThat(handlers).extracting(Handler::takesSender).containsExactly(true, false);
    assertThat(handlers).extracting(Handler::kind).containsOnly(Handler.Kind.SINGLE);
    assertThat(handlers.get(0).guardTakesArguments()).isTrue();
  }

  @Test
  void handlerOfAPrimitiveConsumesBoxedMessages() {
    assertThat(ModelLoader.nodeType(Server.class).accepts(Integer.class)).isTrue();
  }

  abstract static class Base<M> extends Node {
    @Receive
    void on(M message) {}

    @Receive(quorum = "1")
    void several(Quorum<M> messages) {}

    @Step(when = "idle")
    void tick() {}

    @Step
    private void own() {}

    boolean idle() {
      return true;
    }
  }

  static final class Plain extends Base<Ask> {}

  static final class Overriding extends Base<Ask> {
    @Override
    void on(Ask message) {}

    @Override
    @Step(once = true)
    void tick() {}

    @Step
    private void own() {}

    @Override
    boolean idle() {
      return false;
    }
  }

  interface Ticking {
    @Step
    default void tock() {}
  }

  static final class Mixed extends Node implements Ticking {}

  @Test
  void inheritsHandlersAndPutsInTheTypeArguments() {
    List<Handler> handlers = ModelLoader.nodeType(Plain.class).handlers();
    assertThat(handlers)
        .extracting(Handler::qualifiedName)
        .containsExactly("Base.on", "Base.own", "Base.several", "Base.tick");
    assertThat(handlers.get(0).messageType()).isEqualTo(Ask.class);
    assertThat(handlers.get(2).messageType()).isEqualTo(Ask.class);
  }

  @Test
  void overrideReplacesAHandlerAndKeepsItsAnnotationUnlessItHasItsOwn() throws Exception {
    List<Handler> handlers = ModelLoader.nodeType(Overriding.class).handlers();
    assertThat(handlers)
        .extracting(Handler::qualifiedName)
        .containsExactly(
            "Overriding.on", "Overriding.own", "Base.own", "Base.several", "Overriding.tick");
    assertThat(handlers.get(0).messageType()).isEqualTo(Ask.class);
    assertThat(handlers.get(4).once()).isTrue();
    assertThat(handlers.get(4).guard()).isEmpty();
  }

  @Test
  void guardOfAnInheritedHandlerIsTheOverriddenOne() throws Exception {
    abstract class Unused extends Base<Ask> {}
    final class Late extends Unused {
      @Override
      boolean idle() {
        return false;
      }
    }
    Handler tick = ModelLoader.nodeType(Late.class).handlers().get(3);
    assertThat(tick.qualifiedName()).isEqualTo("Base.tick");
    assertThat(tick.guard()).contains(Late.class.getDeclaredMethod("idle"));
  }

  @Test
  void inheritsHandlersFromInterfaces() {
    assertThat(ModelLoader.nodeType(Mixed.class).handlers())
        .extracting(Handler::qualifiedName)
        .containsExactly("Ticking.tock");
  }

  @Protocol
  static final class Unnamed {
    @Instance
    static void one(Topology t) {
      t.add(new Server());
    }
  }

  @Test
  void protocolWithoutNameOrPropertiesIsAllowed() {
    Model model = ModelLoader.load(Unnamed.class, "one");
    assertThat(model.description().protocol()).isEqualTo("Unnamed");
    assertThat(model.description().expected()).isEqualTo(Verdict.VERIFIED);
    assertThat(model.properties()).isEmpty();
  }

  private static World emptyWorld() {
    return new World() {
      @Override
      public <N extends Node> List<N> nodes(Class<N> type) {
        return List.of();
      }

      @Override
      public Node node(NodeId id) {
        throw new IllegalArgumentException("no nodes");
      }

      @Override
      public boolean isUp(Node node) {
        return true;
      }

      @Override
      public List<Pending> pending() {
        return List.of();
      }

      @Override
      public List<Pending> pending(NodeId to) {
        return List.of();
      }
    };
  }
}
