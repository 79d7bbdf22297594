package dev.parley.engine.internal.sends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.NodeContext;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Topology;
import dev.parley.engine.internal.sends.SendingNodes.Ack;
import dev.parley.engine.internal.sends.SendingNodes.Ask;
import dev.parley.engine.internal.sends.SendingNodes.Client;
import dev.parley.engine.internal.sends.SendingNodes.Direct;
import dev.parley.engine.internal.sends.SendingNodes.Nack;
import dev.parley.engine.internal.sends.SendingNodes.Server;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.reference.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SendRelationTest {
  private static final Path SOURCES = Path.of("src/test/java/dev/parley/engine/internal/sends");

  private static final Model SENDING =
      Models.loaded(
          new Topology()
              .add("Server", 2, i -> new Server())
              .add(new Client())
              .add(new Direct())
              .add(new SendingNodes.Messages())
              .add("Recipient", 2, i -> new SendingNodes.Recipient())
              .add(new SendingNodes.Quorums())
              .add(new SendingNodes.Plain())
              .add(new SendingNodes.Nacking())
              .add(new SendingNodes.Copying())
              .add(new SendingNodes.Delegating())
              .add(new SendingNodes.Copied())
              .add(new SendingNodes.Quiet()));

  private static final Model SLEEPING =
      Models.loaded(
          new Topology().add("Server", 2, i -> new Server()).add(new SleepingNodes.WithFunction()));

  private static final Model DEVIOUS =
      Models.loaded(
          new Topology().add("Server", 2, i -> new Server()).add(new DeviousNodes.Devious()));

  private static final Model IN_CONSTANT =
      Models.loaded(
          new Topology().add("Server", 2, i -> new Server()).add(new KeptSenders.WithConstant()));

  private static final Model IN_MESSAGE =
      Models.loaded(
          new Topology().add("Server", 2, i -> new Server()).add(new KeptSenders.WithMessage()));

  static Stream<Arguments> handlers() {
    return Stream.of(SENDING, DEVIOUS, SLEEPING, IN_CONSTANT, IN_MESSAGE)
        .flatMap(
            model -> {
              SendRelation relation = SendRelation.of(model);
              return new LinkedHashSet<>(model.types())
                  .stream()
                      .flatMap(
                          type ->
                              type.handlers().stream()
                                  .map(
                                      handler ->
                                          Arguments.of(
                                              type.type().getSimpleName() + "." + handler.name(),
                                              relation,
                                              type,
                                              handler)));
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("handlers")
  void sendsAreAsMarked(String name, SendRelation relation, NodeType type, Handler handler) {
    String[] expected = handler.method().getAnnotation(Sends.class).value();
    assertThat(relation.sendsOf(type, handler))
        .extracting(Send::toString)
        .containsExactlyInAnyOrder(expected);
    assertThat(relation.sends(type, handler)).isEqualTo(expected.length > 0);
    assertThat(relation.isReply(type, handler))
        .isEqualTo(
            expected.length == 1
                && expected[0].endsWith("-> sender")
                && handler.kind() != Handler.Kind.STEP);
  }

  @Test
  void whatIsSaidTooMuchIsNotedWhereItHappens() throws IOException {
    assertThat(notedLines(SENDING)).isEqualTo(markedLines("SendingNodes"));
    assertThat(notedLines(DEVIOUS)).isEqualTo(markedLines("DeviousNodes"));
    assertThat(notedLines(SLEEPING)).isEqualTo(markedLines("SleepingNodes"));
    Set<Integer> kept = new TreeSet<>(notedLines(IN_CONSTANT));
    kept.addAll(notedLines(IN_MESSAGE));
    assertThat(kept).isEqualTo(markedLines("KeptSenders"));
    assertThat(SendRelation.of(SENDING).notes())
        .allMatch(note -> note.matches("\\S+\\.\\S+:\\d+ [^.].*\\."))
        .anyMatch(note -> note.contains("sends to a node that the code does not tell"))
        .anyMatch(note -> note.contains("sends a message whose class the code does not tell"))
        .anyMatch(note -> note.contains("calls Method.invoke(), which may do anything"));
    assertThat(SendRelation.of(SLEEPING).notes())
        .anyMatch(note -> note.contains("may come across code that sends (WithFunction."));
  }

  private static Set<Integer> notedLines(Model model) {
    Set<Integer> lines = new TreeSet<>();
    for (String note : SendRelation.of(model).notes()) {
      String place = note.substring(0, note.indexOf(' '));
      lines.add(Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)));
    }
    return lines;
  }

  private static Set<Integer> markedLines(String file) throws IOException {
    List<String> source = Files.readAllLines(SOURCES.resolve(file + ".java"));
    Set<Integer> lines = new TreeSet<>();
    IntStream.range(0, source.size())
        .filter(i -> source.get(i).contains("// noted"))
        .forEach(i -> lines.add(i + 1));
    return lines;
  }

  @Test
  void onlyHandlersThatCertainlyDoNothingAreEffectFree() {
    SendRelation relation = SendRelation.of(SENDING);
    List<String> free = new ArrayList<>();
    for (NodeType type : new LinkedHashSet<>(SENDING.types())) {
      for (Handler handler : type.handlers()) {
        if (relation.effectFree(type, handler) && !handler.name().equals("ignore")) {
          free.add(type.type().getSimpleName() + "." + handler.name());
        }
      }
    }
    assertThat(free)
        .containsExactly(
            "Quiet.compares",
            "Quiet.nothing",
            "Quiet.nothingFromSeveral",
            "Quiet.nothingWithSender");
  }

  @Test
  void aSendOutsideTheRelationIsNotAllowed() {
    SendRelation relation = SendRelation.of(SENDING);
    NodeType direct = type(Direct.class);
    Handler reply = handler(direct, "reply");
    assertThat(relation.allows(direct, reply, Server.class, false, true, Ack.class)).isTrue();
    assertThat(relation.allows(direct, reply, Server.class, false, true, Nack.class)).isFalse();
    assertThat(relation.allows(direct, reply, Server.class, false, false, Ack.class)).isFalse();
    Handler toRole = handler(direct, "toRole");
    assertThat(relation.allows(direct, toRole, Server.class, false, false, Ask.class)).isTrue();
    assertThat(relation.allows(direct, toRole, Client.class, false, false, Ask.class)).isFalse();
    Handler toItself = handler(direct, "toItself");
    assertThat(relation.allows(direct, toItself, Direct.class, true, false, Ask.class)).isTrue();
    assertThat(relation.allows(direct, toItself, Direct.class, false, false, Ask.class)).isFalse();
  }

  private static NodeType type(Class<?> node) {
    return SENDING.types().stream().filter(t -> t.type() == node).findFirst().orElseThrow();
  }

  private static Handler handler(NodeType type, String name) {
    return type.handlers().stream().filter(h -> h.name().equals(name)).findFirst().orElseThrow();
  }

  /** Runs a handler for real, with every choice, and compares what it sends. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("handlers")
  void whateverIsReallySentIsAllowed(
      String name, SendRelation relation, NodeType type, Handler handler)
      throws ReflectiveOperationException {
    Model model =
        Stream.of(SENDING, DEVIOUS, SLEEPING, IN_CONSTANT, IN_MESSAGE)
            .filter(m -> m.types().contains(type))
            .findFirst()
            .orElseThrow();
    NodeId sender = new NodeId("Server", 2);
    int sent = 0;
    for (int choice = 0; choice < 2; choice++) {
      for (int n = 0; n < 3; n++) {
        Map.Entry<NodeId, Node> node =
            fresh(model).entrySet().stream()
                .filter(e -> e.getValue().getClass() == type.type())
                .findFirst()
                .orElseThrow();
        Recording recording = new Recording(model, node.getKey(), choice);
        recording.attach(node.getValue());
        handler.method().invoke(node.getValue(), arguments(handler, n, sender));
        for (Delivery<Object> message : recording.sent) {
          NodeId to = message.from();
          assertThat(
                  relation.allows(
                      type,
                      handler,
                      model.nodes().get(to).getClass(),
                      to.equals(node.getKey()),
                      to.equals(sender) && handler.kind() != Handler.Kind.STEP,
                      message.message().getClass()))
              .as("%s to %s", message.message(), to)
              .isTrue();
        }
        sent += recording.sent.size();
      }
    }
    // A handler that is said to send must have done so, or nothing was compared.
    assertThat(sent > 0).isEqualTo(relation.sends(type, handler));
  }

  private static Map<NodeId, Node> fresh(Model model) throws ReflectiveOperationException {
    Map<NodeId, Node> nodes = new LinkedHashMap<>();
    for (Map.Entry<NodeId, Node> node : model.nodes().entrySet()) {
      var made = node.getValue().getClass().getDeclaredConstructor();
      made.setAccessible(true);
      nodes.put(node.getKey(), made.newInstance());
    }
    return nodes;
  }

  private static Object[] arguments(Handler handler, int n, NodeId sender) {
    Object message =
        switch (handler.messageType().getSimpleName()) {
          case "Ask" -> new Ask(n);
          case "Ack" -> new Ack(n);
          case "Note" -> n == 0 ? new SendingNodes.Good(n) : new SendingNodes.Bad(n);
          case "Told" -> KeptSenders.WithMessage.told(KeptSenders.Number.ONE);
          case "Named" -> new SendingNodes.Named(new NodeId("Server", 1));
          case "Colour" -> SendingNodes.Colour.values()[n % 2];
          default -> "something";
        };
    return switch (handler.kind()) {
      case STEP -> new Object[0];
      case SINGLE ->
          handler.takesSender() ? new Object[] {message, sender} : new Object[] {message};
      case QUORUM -> new Object[] {new Quorum<>(List.of(new Delivery<>(sender, message)))};
    };
  }

  /** Keeps what is sent, as deliveries to the recipients. */
  private static final class Recording extends NodeContext {
    private final Model model;
    private final NodeId self;
    private final int choice;
    private final List<Delivery<Object>> sent = new ArrayList<>();

    Recording(Model model, NodeId self, int choice) {
      this.model = model;
      this.self = self;
      this.choice = choice;
    }

    @Override
    public NodeId self() {
      return self;
    }

    @Override
    public List<NodeId> ids(Class<? extends Node> type) {
      return model.ids().stream().filter(id -> type.isInstance(model.nodes().get(id))).toList();
    }

    @Override
    public void send(NodeId to, Object message) {
      sent.add(new Delivery<>(to, message));
    }

    @Override
    public <T> T choose(Collection<? extends T> options) {
      List<T> all = new ArrayList<>(options);
      return all.get(choice % all.size());
    }
  }
}
