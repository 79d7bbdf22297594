package dev.parley.engine.reference;

import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.NodeContext;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.engine.model.Model;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The transition relation, written down as the design says it: every handler of every node, with
 * every set of pending messages it may consume, with every sequence of choices.
 *
 * <p>Guards and quorum sizes run on one copy of the node, each run of a step on a fresh one. A
 * quorum's size is asked only if a message is pending that the handler accepts; if the size method
 * throws, that is one transition which consumes nothing.
 */
final class NaiveSteps {
  private final List<NodeId> ids;
  private final List<Node> initialNodes;
  private final List<List<NaiveHandler>> handlers;

  private final Set<String> unmarked;
  private final NaiveState.Inbox emptyInbox;

  NaiveSteps(Model model) {
    this(model, Set.of());
  }

  /** The same where further fields, as {@code Acceptor.log}, are auxiliary without a mark. */
  NaiveSteps(Model model, Set<String> unmarked) {
    this(model, unmarked, NaiveState.Inbox.EMPTY);
  }

  /** The same on a network whose inboxes may be ordered. */
  NaiveSteps(Model model, Set<String> unmarked, NaiveState.Inbox emptyInbox) {
    this.emptyInbox = emptyInbox;
    this.unmarked = unmarked;
    this.ids = model.ids();
    this.initialNodes = List.copyOf(model.nodes().values());
    this.handlers = initialNodes.stream().map(n -> NaiveHandler.of(n.getClass())).toList();
  }

  List<NodeId> ids() {
    return ids;
  }

  NaiveState initial() {
    List<NaiveState.Local> locals = new ArrayList<>();
    List<NaiveState.Inbox> inboxes = new ArrayList<>();
    for (Node node : initialNodes) {
      Set<ContentField> also =
          ContentField.of(node.getClass()).stream()
              .filter(field -> unmarked.contains(field.qualifiedName()))
              .collect(Collectors.toSet());
      locals.add(new NaiveState.Local(DeepCopy.of(node), DeepCopy.constants(node), also, Set.of()));
      inboxes.add(emptyInbox);
    }
    return new NaiveState(locals, inboxes);
  }

  /** All transitions out of a state, in a fixed order. */
  List<NaiveStep> from(NaiveState state) {
    List<NaiveStep> steps = new ArrayList<>();
    for (int node = 0; node < ids.size(); node++) {
      Expansion expansion = new Expansion(state, node, steps);
      handlers.get(node).forEach(expansion::expand);
    }
    return steps;
  }

  /** Finds the transitions of one node in one state. */
  private final class Expansion {
    private final NaiveState state;
    private final int node;
    private final List<NaiveStep> steps;
    private Node asked;

    Expansion(NaiveState state, int node, List<NaiveStep> steps) {
      this.state = state;
      this.node = node;
      this.steps = steps;
    }

    void expand(NaiveHandler handler) {
      switch (handler.kind()) {
        case STEP -> {
          if (!handler.once() || !state.local(node).hasFired(handler)) {
            tryOn(handler, List.of());
          }
        }
        case SINGLE -> acceptable(handler).forEach(m -> tryOn(handler, List.of(m)));
        case QUORUM -> expandQuorum(handler);
      }
    }

    private List<NaiveState.Envelope> acceptable(NaiveHandler handler) {
      return state.inbox(node).consumable().stream()
          .filter(m -> handler.accepts(m.message()))
          .toList();
    }

    private void expandQuorum(NaiveHandler handler) {
      Map<NodeId, List<NaiveState.Envelope>> bySender = new TreeMap<>();
      for (NaiveState.Envelope m : acceptable(handler)) {
        bySender.computeIfAbsent(m.from(), sender -> new ArrayList<>()).add(m);
      }
      if (bySender.isEmpty()) {
        return;
      }
      int size;
      try {
        size = size(handler);
      } catch (InvocationTargetException e) {
        steps.add(failed(handler, List.of(), List.of(), thrownBy(e)));
        return;
      }
      if (size < 1) {
        throw new NaiveMistake(handler.name() + " asks for a quorum of " + size);
      }
      int most = handler.orMore() ? bySender.size() : size;
      for (List<NaiveState.Envelope> set : sets(List.copyOf(bySender.values()), 0)) {
        if (set.size() >= size && set.size() <= most) {
          tryOn(handler, set);
        }
      }
    }

    private int size(NaiveHandler handler) throws InvocationTargetException {
      return handler.sizeMethod().isPresent()
          ? (int) ask(handler.sizeMethod().get())
          : Integer.parseInt(handler.quorum());
    }

    /** All ways to take at most one message of each sender from the given one on. */
    private List<List<NaiveState.Envelope>> sets(
        List<List<NaiveState.Envelope>> bySender, int first) {
      if (first == bySender.size()) {
        return List.of(List.of());
      }
      List<List<NaiveState.Envelope>> rest = sets(bySender, first + 1);
      List<List<NaiveState.Envelope>> all = new ArrayList<>(rest);
      for (NaiveState.Envelope message : bySender.get(first)) {
        for (List<NaiveState.Envelope> set : rest) {
          List<NaiveState.Envelope> larger = new ArrayList<>(List.of(message));
          larger.addAll(set);
          all.add(larger);
        }
      }
      return all;
    }

    private void tryOn(NaiveHandler handler, List<NaiveState.Envelope> consumed) {
      try {
        if (handler.guard().isPresent() && !allows(handler, consumed)) {
          return;
        }
      } catch (InvocationTargetException e) {
        steps.add(failed(handler, consumed, List.of(), thrownBy(e)));
        return;
      }
      runEveryChoice(handler, consumed);
    }

    private boolean allows(NaiveHandler handler, List<NaiveState.Envelope> consumed)
        throws InvocationTargetException {
      Method guard = handler.guard().get();
      return (boolean)
          (guard.getParameterCount() == 0 ? ask(guard) : ask(guard, arguments(handler, consumed)));
    }

    private Object ask(Method method, Object... arguments) throws InvocationTargetException {
      if (asked == null) {
        asked = state.local(node).copy();
      }
      return invoke(asked, method, new Asking(ids.get(node)), arguments);
    }

    /**
     * Runs the step once per sequence of choices: each run follows a script of option indexes and
     * takes the first option wherever the script has ended; the next script moves the last choice
     * that has an option left.
     */
    private void runEveryChoice(NaiveHandler handler, List<NaiveState.Envelope> consumed) {
      Optional<List<Integer>> script = Optional.of(List.of());
      while (script.isPresent()) {
        Running running = new Running(ids.get(node), script.get());
        steps.add(run(handler, consumed, running));
        script = running.nextScript();
      }
    }

    private NaiveStep run(
        NaiveHandler handler, List<NaiveState.Envelope> consumed, Running running) {
      Node copy = state.local(node).copy();
      try {
        invoke(copy, handler.method(), running, arguments(handler, consumed));
      } catch (InvocationTargetException e) {
        return failed(handler, consumed, running.choices, thrownBy(e));
      }
      List<NaiveState.Local> locals = new ArrayList<>(state.locals());
      locals.set(node, state.local(node).after(handler, copy));
      List<NaiveState.Inbox> inboxes = new ArrayList<>(state.inboxes());
      inboxes.set(node, inboxes.get(node).without(consumed));
      for (Sent sent : running.sent) {
        inboxes.set(
            sent.to(),
            inboxes.get(sent.to()).with(new NaiveState.Envelope(ids.get(node), sent.message())));
      }
      return new NaiveStep(
          ids.get(node),
          handler,
          consumed,
          running.choices,
          Optional.of(new NaiveState(locals, inboxes)),
          Optional.empty());
    }

    private NaiveStep failed(
        NaiveHandler handler,
        List<NaiveState.Envelope> consumed,
        List<NaiveStep.Choice> choices,
        Throwable thrown) {
      return new NaiveStep(
          ids.get(node), handler, consumed, choices, Optional.empty(), Optional.of(thrown));
    }
  }

  private static Object[] arguments(NaiveHandler handler, List<NaiveState.Envelope> consumed) {
    return switch (handler.kind()) {
      case STEP -> new Object[0];
      case SINGLE -> {
        Object message = DeepCopy.of(consumed.get(0).message());
        yield handler.takesSender()
            ? new Object[] {message, consumed.get(0).from()}
            : new Object[] {message};
      }
      case QUORUM -> {
        List<Delivery<Object>> deliveries = new ArrayList<>();
        consumed.forEach(m -> deliveries.add(new Delivery<>(m.from(), DeepCopy.of(m.message()))));
        yield new Object[] {new Quorum<>(deliveries)};
      }
    };
  }

  private static Object invoke(Node node, Method method, NodeContext context, Object... arguments)
      throws InvocationTargetException {
    context.attach(node);
    try {
      return method.invoke(node, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot call " + method, e);
    } finally {
      context.detach(node);
    }
  }

  private static Throwable thrownBy(InvocationTargetException e) {
    Throwable thrown = e.getCause();
    if (thrown instanceof VirtualMachineError fatal) {
      throw fatal;
    }
    if (thrown instanceof NaiveMistake mistake) {
      throw mistake;
    }
    return thrown;
  }

  /** A message on its way, to the node with the given place in the topology. */
  private record Sent(int to, Object message) {}

  /** What a guard or quorum size may use. */
  private class Asking extends NodeContext {
    private final NodeId self;

    Asking(NodeId self) {
      this.self = self;
    }

    @Override
    public NodeId self() {
      return self;
    }

    @Override
    public List<NodeId> ids(Class<? extends Node> type) {
      List<NodeId> found = new ArrayList<>();
      for (int i = 0; i < ids.size(); i++) {
        if (type.isInstance(initialNodes.get(i))) {
          found.add(ids.get(i));
        }
      }
      return found;
    }

    @Override
    public void send(NodeId to, Object message) {
      throw new NaiveMistake("a guard or quorum size of " + self + " sends " + message);
    }

    @Override
    public <T> T choose(Collection<? extends T> options) {
      throw new NaiveMistake("a guard or quorum size of " + self + " chooses");
    }
  }

  /** What a step may use; remembers what it sent and chose. */
  private final class Running extends Asking {
    private final List<Integer> script;
    private final List<Sent> sent = new ArrayList<>();
    private final List<NaiveStep.Choice> choices = new ArrayList<>();
    private final List<Integer> optionCounts = new ArrayList<>();

    Running(NodeId self, List<Integer> script) {
      super(self);
      this.script = script;
    }

    @Override
    public void send(NodeId to, Object message) {
      int receiver = ids.indexOf(to);
      if (receiver < 0) {
        throw new NaiveMistake(self() + " sends to " + to + ", which is not there");
      }
      if (handlers.get(receiver).stream().noneMatch(h -> h.accepts(message))) {
        throw new NaiveMistake(to + " has no handler for " + message + " from " + self());
      }
      sent.add(new Sent(receiver, DeepCopy.of(message)));
    }

    @Override
    public <T> T choose(Collection<? extends T> options) {
      List<T> distinct = CanonicalText.distinct(options);
      if (distinct.isEmpty()) {
        throw new NaiveMistake(self() + " chooses among nothing");
      }
      int index = choices.size() < script.size() ? script.get(choices.size()) : 0;
      optionCounts.add(distinct.size());
      T chosen = distinct.get(index);
      choices.add(new NaiveStep.Choice(chosen, index, !(options instanceof Set)));
      return chosen;
    }

    Optional<List<Integer>> nextScript() {
      for (int last = choices.size() - 1; last >= 0; last--) {
        int next = choices.get(last).index() + 1;
        if (next < optionCounts.get(last)) {
          List<Integer> following = new ArrayList<>();
          choices.subList(0, last).forEach(choice -> following.add(choice.index()));
          following.add(next);
          return Optional.of(following);
        }
      }
      return Optional.empty();
    }
  }
}
