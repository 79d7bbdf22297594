package dev.parley.engine.internal.sends;

import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nodes with what they should be found to send. Lines that have to be pointed out, because more is
 * said to be sent than the code does, are marked {@code noted}.
 */
final class SendingNodes {
  private SendingNodes() {}

  record Ask(int n) {}

  record Ack(int n) {}

  record Nack(int n) {}

  enum Colour {
    RED,
    GREEN
  }

  sealed interface Note permits Good, Bad {}

  record Good(int n) implements Note {}

  record Bad(int n) implements Note {}

  record Box<T>(T value) {}

  record Named(NodeId id) {}

  /** What all have in common: they take whatever the others send. */
  abstract static class Peer extends Node {
    @Sends({})
    @Receive
    void ignore(Object m) {}
  }

  static class Server extends Peer {}

  static final class Client extends Peer {}

  static final class Direct extends Peer {
    int count;

    @Sends("Ack -> sender")
    @Receive
    void reply(Ask m, NodeId from) {
      send(from, new Ack(m.n()));
    }

    @Sends("Ask -> Server")
    @Step
    void toRole() {
      sendToAll(Server.class, new Ask(1));
    }

    @Sends("Ask -> Peer")
    @Step
    void toSuperclass() {
      sendToAll(Peer.class, new Ask(1));
    }

    @Sends("Ask -> Server")
    @Step
    void toOthers() {
      sendToOthers(Server.class, new Ask(1));
    }

    @Sends("Ask -> self")
    @Step
    void toItself() {
      send(self(), new Ask(1));
    }

    @Sends("Ask -> Direct")
    @Step
    void toItsOwnKind() {
      sendToAll(getClass(), new Ask(1));
    }

    @Sends({"Ack -> sender", "Ask -> Server"})
    @Receive
    void twice(Ask m, NodeId from) {
      send(from, new Ack(1));
      sendToAll(Server.class, new Ask(2));
    }

    @Sends({})
    @Receive
    void nothing(Ack m, NodeId from) {
      count++;
    }
  }

  static final class Messages extends Peer {
    int count;
    Ack last = new Ack(0);
    Object something = new Ack(0);
    Box<Ack> box = new Box<>(new Ack(0));

    @Sends("Ack, Nack -> sender")
    @Receive
    void conditional(Ask m, NodeId from) {
      send(from, m.n() > 0 ? new Ack(1) : new Nack(1));
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void inVariable(Ask m, NodeId from) {
      Object answer = new Ack(1);
      if (m.n() > 0) {
        answer = new Nack(1);
      }
      send(from, answer);
    }

    @Sends("Ack, Nack, String -> sender")
    @Receive
    void bySwitch(Ask m, NodeId from) {
      Object answer =
          switch (m.n()) {
            case 0 -> new Ack(1);
            case 1 -> new Nack(1);
            default -> "what?";
          };
      send(from, answer);
    }

    @Sends("Ask -> Server")
    @Receive
    void forwarded(Ask m) {
      sendToAll(Server.class, m);
    }

    @Sends("Note -> Server")
    @Receive
    void forwardedByInterface(Note m) {
      sendToAll(Server.class, m);
    }

    @Sends("Good -> Server")
    @Receive
    void narrowed(Note m) {
      if (m instanceof Good good) {
        sendToAll(Server.class, good);
      }
    }

    @Sends("Ack -> sender")
    @Receive
    void fromField(Ask m, NodeId from) {
      send(from, last);
    }

    @Sends("any -> sender")
    @Receive
    void fromFieldOfAnyType(Ask m, NodeId from) {
      send(from, something); // noted
    }

    @Sends("any -> sender")
    @Receive
    void generic(Ask m, NodeId from) {
      send(from, box.value()); // noted
    }

    @Sends("Ack -> sender")
    @Receive
    void genericWithType(Ask m, NodeId from) {
      Ack ack = box.value();
      send(from, ack);
    }

    @Sends("Colour -> sender")
    @Receive
    void constant(Ask m, NodeId from) {
      send(from, Colour.RED);
    }

    @Sends("Colour -> sender")
    @Receive
    void constants(Ask m, NodeId from) {
      send(from, Colour.values()[m.n() % 2]);
    }

    @Sends("Boolean, Integer, Long, String -> sender")
    @Receive
    void plain(Ask m, NodeId from) {
      send(from, "text" + m.n());
      send(from, m.n());
      send(from, 7L);
      send(from, m.n() > 1);
    }

    @Sends("List -> sender")
    @Receive
    void list(Ask m, NodeId from) {
      send(from, List.of(new Ack(1)));
    }

    @Sends("ArrayList -> sender")
    @Receive
    void listOfKnownKind(Ask m, NodeId from) {
      send(from, new ArrayList<>(List.of(new Ack(1))));
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void fromFactory(Ask m, NodeId from) {
      send(from, Answers.to(m));
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void fromGenericMethod(Ask m, NodeId from) {
      send(from, Answers.either(m.n() > 0, new Ack(1), new Nack(1)));
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void chosen(Ask m, NodeId from) {
      send(from, choose(new Ack(1), new Nack(1)));
    }

    @Sends("Colour -> sender")
    @Receive
    void chosenFromList(Ask m, NodeId from) {
      Colour colour = choose(Arrays.asList(Colour.values()));
      send(from, colour);
    }

    @Sends("Ack -> sender")
    @Receive
    void mapped(Ask m, NodeId from) {
      Stream.of(1, 2).map(Ack::new).forEach(ack -> send(from, ack));
    }

    @Sends("Ack -> sender")
    @Receive
    void counted(Ask m, NodeId from) {
      IntStream.range(0, 2).mapToObj(Ack::new).forEach(ack -> send(from, ack));
    }

    @Sends("Colour -> sender")
    @Receive
    void allConstants(Ask m, NodeId from) {
      for (Colour colour : EnumSet.allOf(Colour.class)) {
        send(from, colour);
      }
    }

    @Sends("Colour -> sender")
    @Receive
    void constantByName(Ask m, NodeId from) {
      send(from, Colour.valueOf("RED"));
    }

    @Sends("Ack -> sender")
    @Receive
    void functionOfFunctions(Ask m, NodeId from) {
      Stream.of(1, 2).<Runnable>map(n -> () -> send(from, new Ack(n))).forEach(Runnable::run);
    }

    @Sends("any -> sender")
    @Receive
    void ofTheJdk(Ask m, NodeId from) {
      send(from, Arrays.stream("a b".split(" ")).collect(Collectors.toList())); // noted
    }

    @Sends("String -> sender")
    @Receive
    void parts(Ask m, NodeId from) {
      for (String part : "a b".split(" ")) {
        send(from, part);
      }
    }

    @Sends("NodeId -> sender")
    @Receive
    void nameAsMessage(Ask m, NodeId from) {
      send(from, self());
    }

    @Sends("Ack -> sender")
    @Receive
    void afterFailure(Ask m, NodeId from) {
      Ack answer = new Ack(0);
      try {
        answer = new Ack(10 / m.n());
      } catch (ArithmeticException e) {
        count++;
      }
      send(from, answer);
    }
  }

  static final class Recipient extends Peer {
    NodeId leader = new NodeId("Server", 1);
    Map<NodeId, Ack> waiting = new HashMap<>(Map.of(new NodeId("Server", 1), new Ack(1)));
    Set<Delivery<Ask>> asked = new HashSet<>(Set.of(new Delivery<>(leader, new Ask(1))));
    Class<? extends Node> role = Server.class;

    @Sends("Ask -> any")
    @Step
    void fromField() {
      send(leader, new Ask(1)); // noted
    }

    @Sends("Ack -> any")
    @Step
    void fromKeysOfField() {
      waiting.forEach((to, ack) -> send(to, ack)); // noted
    }

    @Sends("Ack -> any")
    @Step
    void fromDeliveriesInField() {
      for (Delivery<Ask> ask : asked) {
        send(ask.from(), new Ack(1)); // noted
      }
    }

    @Sends("Ask -> any")
    @Step
    void roleFromField() {
      sendToAll(role, new Ask(1)); // noted
    }

    @Sends("Ask -> any")
    @Step
    void made() {
      send(new NodeId("Server", 1), new Ask(1)); // noted
    }

    @Sends("Ack -> any")
    @Receive
    void inMessage(Named m) {
      send(m.id(), new Ack(1)); // noted
    }

    @Sends("Ack -> any")
    @Receive
    void storedAndReadAgain(Ask m, NodeId from) {
      leader = from;
      send(from, new Ack(1));
      send(leader, new Ack(2)); // noted
    }

    @Sends("Ask -> Server")
    @Step
    void chosen() {
      send(choose(ids(Server.class)), new Ask(1));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void chosenOfTwo(Ask m, NodeId from) {
      send(choose(from, self()), new Ack(1));
    }

    @Sends("Ask -> Server")
    @Step
    void loop() {
      for (NodeId id : ids(Server.class)) {
        send(id, new Ask(1));
      }
    }

    @Sends({"Ask -> Client", "Ask -> Server"})
    @Step
    void loopOverBoth() {
      List<NodeId> all = new ArrayList<>(ids(Server.class));
      all.addAll(ids(Client.class));
      for (int i = 0; i < all.size(); i++) {
        send(all.get(i), new Ask(1));
      }
    }

    @Sends("Ask -> Server")
    @Step
    void lambda() {
      int n = 2;
      ids(Server.class).forEach(id -> send(id, new Ask(n)));
    }

    @Sends("Ask -> Server")
    @Step
    void stream() {
      ids(Server.class).stream()
          .filter(id -> !id.equals(self()))
          .sorted()
          .limit(2)
          .forEach(id -> send(id, new Ask(1)));
    }

    @Sends("Ask -> Server")
    @Step
    void collected() {
      Set<NodeId> some = ids(Server.class).stream().collect(Collectors.toSet());
      some.forEach(this::ask);
    }

    @Sends("Ask -> Server")
    @Step
    void optional() {
      Optional<NodeId> first = ids(Server.class).stream().findFirst();
      first.ifPresent(id -> send(id, new Ask(1)));
      send(first.orElseThrow(), new Ask(2));
    }

    @Sends("Ask -> Recipient")
    @Step
    void next() {
      List<NodeId> ring = ids(Recipient.class);
      send(ring.get((ring.indexOf(self()) + 1) % ring.size()), new Ask(1));
    }

    @Sends("Ask -> Server")
    @Step
    void inArray() {
      NodeId[] all = ids(Server.class).toArray(new NodeId[0]);
      for (NodeId id : all) {
        send(id, new Ask(1));
      }
    }

    @Sends("Ack -> sender")
    @Receive
    void keyedLocally(Ask m, NodeId from) {
      Map<NodeId, Ack> answers = new TreeMap<>();
      answers.put(from, new Ack(1));
      answers.forEach((to, ack) -> send(to, ack));
      for (Map.Entry<NodeId, Ack> answer : answers.entrySet()) {
        Ack ack = answer.getValue();
        send(answer.getKey(), ack);
      }
    }

    private void ask(NodeId id) {
      send(id, new Ask(1));
    }
  }

  static final class Quorums extends Peer {
    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void loop(Quorum<Ack> acks) {
      for (Delivery<Ack> ack : acks) {
        send(ack.from(), new Nack(ack.message().n()));
      }
    }

    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void senders(Quorum<Ack> acks) {
      acks.senders().forEach(id -> send(id, new Nack(1)));
    }

    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void first(Quorum<Ack> acks) {
      send(acks.deliveries().get(0).from(), new Nack(1));
    }

    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void each(Quorum<Ack> acks) {
      acks.forEach(ack -> send(ack.from(), new Nack(1)));
    }

    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void mapped(Quorum<Ack> acks) {
      Stream<NodeId> senders = acks.deliveries().stream().map(Delivery::from);
      senders.forEach(id -> send(id, new Nack(1)));
    }

    @Sends("Ack -> Server")
    @Receive(quorum = "1")
    void messages(Quorum<Ack> acks) {
      acks.messages().forEach(ack -> sendToAll(Server.class, ack));
    }

    @Sends("Ack -> sender")
    @Receive(quorum = "1")
    void back(Quorum<Ack> acks) {
      acks.forEach(ack -> send(ack.from(), ack.message()));
    }

    @Sends("Nack -> sender")
    @Receive(quorum = "1")
    void throughHelper(Quorum<Ack> acks) {
      refuse(acks);
    }

    @Sends({"Nack -> self", "Nack -> sender"})
    @Receive(quorum = "1")
    void someConsumedSomeMade(Quorum<Ack> acks) {
      for (Delivery<Ack> ack :
          List.of(acks.deliveries().get(0), new Delivery<>(self(), new Ack(1)))) {
        send(ack.from(), new Nack(1));
      }
    }

    @Sends({"Nack -> self", "Nack -> sender"})
    @Receive(quorum = "1")
    void consumedOrMade(Quorum<Ack> acks) {
      Delivery<Ack> first = acks.deliveries().get(0);
      Delivery<Ack> ack = choose(true, false) ? first : new Delivery<>(self(), first.message());
      send(ack.from(), new Nack(1));
    }

    private void refuse(Iterable<Delivery<Ack>> acks) {
      for (Delivery<Ack> ack : acks) {
        send(ack.from(), new Nack(1));
      }
    }
  }

  /** Code for several nodes. */
  static final class Answers {
    private Answers() {}

    static Object to(Ask m) {
      return m.n() > 0 ? new Ack(m.n()) : new Nack(m.n());
    }

    static <T> T either(boolean first, T one, T other) {
      return first ? one : other;
    }

    static void answer(Helped node, NodeId to) {
      node.reply(to, new Ack(1));
    }

    static List<NodeId> both(NodeId one, NodeId other) {
      List<NodeId> both = new ArrayList<>();
      both.add(one);
      both.add(other);
      return both;
    }

    static void addOneAndFail(Collection<NodeId> to, NodeId id) {
      to.add(id);
      throw new IllegalStateException("after it was added");
    }

    static void addOne(Collection<NodeId> to, NodeId id) {
      to.add(id);
    }
  }

  interface Action {
    void on(NodeId id);
  }

  abstract static class Helped extends Peer {
    void reply(NodeId to, Object message) {
      send(to, message);
    }

    Object answer() {
      return new Ack(1);
    }

    @Sends("Ack -> sender")
    @Receive
    void inherited(Ask m, NodeId from) {
      reply(from, new Ack(1));
    }

    @Receive
    void overridden(Ask m, NodeId from) {
      reply(from, answer());
    }

    @Sends("Ack -> sender")
    @Receive
    void statically(Ask m, NodeId from) {
      Answers.answer(this, from);
    }

    @Sends({"Ack -> sender", "Ask -> Server"})
    @Receive
    void twoUsesOfOneHelper(Ask m, NodeId from) {
      reply(from, new Ack(1));
      ids(Server.class).forEach(id -> reply(id, new Ask(1)));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void listFromHelper(Ask m, NodeId from) {
      Answers.both(from, self()).forEach(id -> send(id, new Ack(1)));
    }

    @Sends("Ask -> Server")
    @Step
    void roleToHelper() {
      all(Server.class, new Ask(1));
    }

    private void all(Class<? extends Node> role, Object message) {
      sendToAll(role, message);
    }

    @Sends("Ask -> Server")
    @Step
    void ownInterface() {
      each(ids(Server.class), id -> send(id, new Ask(1)));
    }

    private static void each(List<NodeId> ids, Action action) {
      for (NodeId id : ids) {
        action.on(id);
      }
    }

    @Sends("Ask -> Server")
    @Step
    void functionToHelper() {
      forEach(Server.class, id -> send(id, new Ask(1)));
    }

    private void forEach(Class<? extends Node> role, Consumer<NodeId> action) {
      ids(role).forEach(action);
    }

    @Sends("Ack -> sender")
    @Receive
    void methodAsFunction(Ask m, NodeId from) {
      BiConsumer<NodeId, Object> sender = this::send;
      sender.accept(from, new Ack(1));
    }

    @Sends("Ack -> sender")
    @Receive
    void composed(Ask m, NodeId from) {
      Function<Integer, Ack> answer = Ack::new;
      Supplier<NodeId> to = () -> from;
      answer.andThen(ack -> new Box<>(ack)).apply(1);
      send(to.get(), answer.apply(2));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void recursive(Ask m, NodeId from) {
      count(m.n(), from);
    }

    private void count(int n, NodeId to) {
      if (n > 0) {
        send(to, new Ack(n));
        count(n - 1, self());
      }
    }

    @Sends("Ack, Nack -> sender")
    @Receive
    void mutuallyRecursive(Ask m, NodeId from) {
      send(from, even(m.n()));
    }

    private Object even(int n) {
      return n == 0 ? new Ack(n) : odd(n - 1);
    }

    private Object odd(int n) {
      return n == 0 ? new Nack(n) : even(n - 1);
    }
  }

  static class Plain extends Helped {
    @Sends("Ack -> sender")
    @Override
    void overridden(Ask m, NodeId from) {
      super.overridden(m, from);
    }
  }

  static final class Nacking extends Plain {
    @Override
    Object answer() {
      return new Nack(1);
    }

    @Sends("Nack -> sender")
    @Override
    void overridden(Ask m, NodeId from) {
      super.overridden(m, from);
    }
  }

  static final class Copying extends Helped {
    @Override
    void reply(NodeId to, Object message) {
      super.reply(to, message);
      sendToAll(Server.class, message);
    }

    @Sends({"Ack -> Server", "Ack -> sender"})
    @Override
    void overridden(Ask m, NodeId from) {
      super.overridden(m, from);
    }

    @Sends({"Ack -> Server", "Ack -> sender"})
    @Override
    void inherited(Ask m, NodeId from) {
      super.inherited(m, from);
    }

    @Sends({"Ack -> Server", "Ack -> sender"})
    @Override
    void statically(Ask m, NodeId from) {
      super.statically(m, from);
    }

    @Sends({"Ack, Ask -> Server", "Ack -> sender"})
    @Override
    void twoUsesOfOneHelper(Ask m, NodeId from) {
      super.twoUsesOfOneHelper(m, from);
    }
  }

  /** Lets another object send. */
  static final class Delegating extends Peer {
    final Responder kept = new Responder();

    void reply(NodeId to) {
      send(to, new Ack(1));
    }

    @Sends("Ack -> sender")
    @Receive
    void throughObject(Ask m, NodeId from) {
      Responder responder = new Responder();
      responder.node = this;
      responder.answer(from);
    }

    @Sends("Ack -> sender")
    @Receive
    void throughObjectInField(Ask m, NodeId from) {
      kept.node = this;
      kept.answer(from);
    }
  }

  /** Sends on behalf of a node. */
  static final class Responder {
    private Delegating node;

    void answer(NodeId to) {
      node.reply(to);
    }
  }

  /** Collections that change after something has been made of them. */
  static final class Copied extends Peer {
    private final List<NodeId> kept = new ArrayList<>();

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void filled(Ask m, NodeId from) {
      List<NodeId> to = new ArrayList<>();
      to.add(from);
      to.add(self());
      for (NodeId id : to) {
        send(id, new Ack(1));
      }
    }

    @Sends("Ack -> self")
    @Step
    void alias() {
      List<NodeId> one = new ArrayList<>();
      List<NodeId> other = one;
      other.add(self());
      one.forEach(id -> send(id, new Ack(1)));
    }

    @Sends("Ack -> self")
    @Step
    void view() {
      List<NodeId> all = new ArrayList<>();
      Collection<NodeId> view = java.util.Collections.unmodifiableCollection(all);
      all.add(self());
      view.forEach(id -> send(id, new Ack(1)));
    }

    @Sends("Ack -> self")
    @Step
    void nested() {
      Deque<List<NodeId>> outer = new ArrayDeque<>();
      List<NodeId> inner = new ArrayList<>();
      outer.add(inner);
      outer.peek().add(self());
      inner.forEach(id -> send(id, new Ack(1)));
    }

    @Sends({"Ack -> self", "Ack -> sender"})
    @Receive
    void lazy(Ask m, NodeId from) {
      List<NodeId> all = new ArrayList<>();
      all.add(from);
      Stream<NodeId> told = all.stream().peek(id -> send(id, new Ack(1)));
      all.add(self());
      told.forEach(id -> {});
    }

    @Sends("Ack -> any")
    @Step
    void changedByHelper() {
      List<NodeId> all = new ArrayList<>();
      Answers.addOne(all, self());
      all.forEach(id -> send(id, new Ack(1))); // noted
    }

    @Sends("Ack -> any")
    @Step
    void changedByLambda() {
      List<NodeId> all = new ArrayList<>();
      Consumer<NodeId> keep = id -> all.add(id);
      keep.accept(self());
      all.forEach(id -> send(id, new Ack(1))); // noted
    }

    @Sends("Ack -> any")
    @Step
    void changedBeforeItFails() {
      List<NodeId> some = new ArrayList<>();
      try {
        Answers.addOneAndFail(some, self());
      } catch (IllegalStateException e) {
        for (NodeId id : some) {
          send(id, new Ack(1)); // noted
        }
      }
    }

    @Sends("Ack -> any")
    @Step
    void changedLaterThanCaptured() {
      List<NodeId> all = new ArrayList<>();
      Runnable tell = () -> all.forEach(id -> send(id, new Ack(1))); // noted
      all.add(self());
      tell.run();
    }

    @Sends("Ack -> any")
    @Receive
    void keptAndChanged(Ask m, NodeId from) {
      kept.clear();
      kept.add(from);
      kept.forEach(id -> send(id, new Ack(1))); // noted
      kept.clear();
    }

    @Sends("any -> any")
    @Receive
    void reflective(Ask m, NodeId from) throws ReflectiveOperationException {
      getClass()
          .getDeclaredMethod("keptAndChanged", Ask.class, NodeId.class)
          .invoke(this, m, from); // noted
    }
  }

  /** Handlers that do nothing, or as good as nothing, or a little. */
  static final class Quiet extends Peer {
    int limit;
    Integer boxed = 1;

    @Sends({})
    @Receive
    void nothing(Ask m) {}

    @Sends({})
    @Receive
    void nothingWithSender(Ask m, NodeId from) {}

    @Sends({})
    @Receive
    void nothingFromSeveral(@SuppressWarnings("unused") Ack m, NodeId from) {
      if (m.n() > limit && isLarge(m.n())) {
        return;
      }
    }

    @Sends({})
    @Receive
    void compares(Colour m) {
      int n = m == Colour.RED ? 1 : 2;
      isLarge(Math.max(n, limit));
    }

    private boolean isLarge(int n) {
      return n > limit + 10;
    }

    @Sends({})
    @Step(once = true)
    void remembersThatItRan() {}

    @Sends({})
    @Step
    void changes() {
      limit = 0;
    }

    @Sends({})
    @Step
    void changesInHelper() {
      changes();
    }

    @Sends({})
    @Step
    void mayThrow() {
      isLarge(10 / (limit + 1));
    }

    @Sends({})
    @Step
    void mayBeNull() {
      isLarge(boxed);
    }

    @Sends({})
    @Step
    void asserts() {
      assert limit == 0;
    }

    @Sends({})
    @Step
    void chooses() {
      choose(1, 2);
    }

    @Sends({})
    @Step
    void repeats() {
      for (int i = 0; i < limit; i++) {
        isLarge(i);
      }
    }

    @Sends({})
    @Step
    void callsItself() {
      if (limit > 100) {
        callsItself();
      }
    }
  }
}
