package dev.parley.engine.reference;

import dev.parley.api.Delivery;
import dev.parley.api.Exchange;
import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeContext;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Setting;
import dev.parley.engine.result.ActionKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
  private final Setting setting;
  private final List<Node> initialNodes;
  private final List<List<NaiveHandler>> handlers;
  private final List<Set<ContentField>> constants = new ArrayList<>();
  private final List<Set<ContentField>> unmarked = new ArrayList<>();
  private final List<Integer> budgets;
  private final NaiveFaults faults;
  private final NaiveHistory nothingRecorded;

  NaiveSteps(Model model) {
    this(model, Set.of());
  }

  /** The same where further fields, as {@code Acceptor.log}, are auxiliary without a mark. */
  NaiveSteps(Model model, Set<String> unmarked) {
    this(
        model,
        unmarked,
        model.setting().faults().limits().stream().map(Faults.Limit::most).toList());
  }

  /** The same with other budgets than those of the limits of faults. */
  NaiveSteps(Model model, Set<String> unmarked, List<Integer> budgets) {
    this.setting = model.setting();
    this.budgets = budgets;
    this.ids = model.ids();
    this.nothingRecorded = NaiveHistory.of(model.properties());
    this.initialNodes = setting.layouts().get(0).nodes();
    this.handlers = initialNodes.stream().map(n -> NaiveHandler.of(n.getClass())).toList();
    for (int i = 0; i < ids.size(); i++) {
      this.constants.add(constants(i));
      this.unmarked.add(
          ContentField.of(initialNodes.get(i).getClass()).stream()
              .filter(field -> unmarked.contains(field.qualifiedName()))
              .collect(Collectors.toSet()));
    }
    this.faults = new NaiveFaults(setting, ids, this::restarts);
  }

  /** What is constant in every layout, and the same in all of them. */
  private Set<ContentField> constants(int node) {
    Set<ContentField> same = DeepCopy.constants(initialNodes.get(node));
    for (Setting.Layout layout : setting.layouts()) {
      Node other = layout.nodes().get(node);
      same.retainAll(DeepCopy.constants(other));
      same.removeIf(
          field -> !text(field.get(other)).equals(text(field.get(initialNodes.get(node)))));
    }
    return same;
  }

  private static String text(Object content) {
    return CanonicalText.of(content, CanonicalText.Content.FULL);
  }

  List<NodeId> ids() {
    return ids;
  }

  /** The only initial state. */
  NaiveState initial() {
    List<NaiveState> all = initials();
    if (all.size() != 1) {
      throw new IllegalStateException("there are " + all.size() + " initial states");
    }
    return all.get(0);
  }

  /** The initial state of each layout; some may be equal. */
  List<NaiveState> initials() {
    List<List<String>> tuples = new ArrayList<>();
    List<NaiveState> states = new ArrayList<>();
    for (Setting.Layout layout : setting.layouts()) {
      List<NaiveState.Local> locals = locals(layout);
      List<String> tuple = locals.stream().map(NaiveState.Local::text).toList();
      if (!tuples.contains(tuple)) {
        tuples.add(tuple);
      }
      // Only a restart goes back to how the run began.
      int began = setting.faults().has(Faults.Kind.RESTART) ? tuples.indexOf(tuple) : 0;
      states.add(initial(layout, locals, began));
    }
    return states;
  }

  private List<NaiveState.Local> locals(Setting.Layout layout) {
    List<NaiveState.Local> locals = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Node copy = DeepCopy.of(layout.nodes().get(i));
      locals.add(new NaiveState.Local(copy, constants.get(i), unmarked.get(i), Set.of()));
    }
    return locals;
  }

  private NaiveState initial(Setting.Layout layout, List<NaiveState.Local> locals, int began) {
    NaiveState.Inbox empty =
        NaiveState.Inbox.empty(
            switch (setting.network()) {
              case ORDERED -> NaiveState.Keeping.QUEUES;
              case PERSISTENT -> NaiveState.Keeping.SET;
              case UNORDERED, MP, M_MP -> NaiveState.Keeping.BAG;
            });
    List<NaiveState.Inbox> nothing = Collections.nCopies(ids.size(), empty);
    NaiveState state =
        new NaiveState(
            locals,
            nothing,
            new NaiveState.Surroundings(
                nothing, Set.of(), Set.of(), budgets, began, nothingRecorded));
    List<NaiveHistory.Event> begun = new ArrayList<>();
    layout
        .operations()
        .forEach(
            (client, operation) ->
                begun.add(
                    new NaiveHistory.Event(
                        NaiveHistory.Kind.BEGIN, ids.indexOf(client), operation)));
    state = state.withHistory(begun);
    for (Topology.Posted posted : layout.messages()) {
      requireAccepted(ids.indexOf(posted.to()), posted.message(), posted.from());
      state =
          arrived(
              state,
              ids.indexOf(posted.to()),
              new NaiveState.Envelope(posted.from(), DeepCopy.of(posted.message())));
    }
    return state;
  }

  private void requireAccepted(int receiver, Object message, NodeId from) {
    if (handlers.get(receiver).stream().noneMatch(h -> h.accepts(message))) {
      throw new NaiveMistake(
          ids.get(receiver) + " has no handler for " + message + " from " + from);
    }
  }

  /** Whether what is sent waits in a buffer until the network delivers it. */
  private boolean delivers() {
    return setting.network() == Network.MP || setting.network() == Network.M_MP;
  }

  /** With one more message for a node. */
  private NaiveState arrived(NaiveState state, int to, NaiveState.Envelope message) {
    return delivers()
        ? state.withBuffer(to, state.buffer(to).with(message))
        : state.withInbox(to, state.inbox(to).with(message));
  }

  /** With what a node sent, as far as it gets there. */
  private NaiveState sent(NaiveState before, int from, List<Sent> sent) {
    NaiveState state = before;
    for (Sent one : sent) {
      boolean reaches = state.surroundings().reaches(from, one.to());
      // What waits in a buffer is not in the inbox, so it is not lost with it.
      boolean lost = setting.faults().losesInboxes() && !state.isUp(one.to()) && !delivers();
      if (reaches && !lost) {
        state = arrived(state, one.to(), new NaiveState.Envelope(ids.get(from), one.message()));
      }
    }
    return state;
  }

  /** All transitions out of a state, in a fixed order. */
  List<NaiveStep> from(NaiveState state) {
    List<NaiveStep> steps = new ArrayList<>();
    for (int node = 0; node < ids.size(); node++) {
      if (state.isUp(node)) {
        Expansion expansion = new Expansion(state, node, steps);
        handlers.get(node).forEach(expansion::expand);
        deliveries(state, node, steps);
      }
    }
    faults.add(state, steps);
    return steps;
  }

  private void deliveries(NaiveState state, int node, List<NaiveStep> steps) {
    for (NaiveState.Envelope message : state.buffer(node).distinct()) {
      NaiveState next =
          state
              .withBuffer(node, state.buffer(node).without(List.of(message)))
              .withInbox(node, state.inbox(node).with(message));
      steps.add(
          NaiveStep.outside(
              ActionKind.DELIVER, Optional.of(ids.get(node)), List.of(message), next));
    }
  }

  /** All restarts of a node, from a state in which it is already counted as up. */
  private List<NaiveStep> restarts(NaiveState state, int node) {
    Setting.Layout began = layout(state.surroundings().layout());
    Set<String> durableSteps =
        handlers.get(node).stream()
            .filter(NaiveHandler::durable)
            .map(NaiveHandler::name)
            .collect(Collectors.toSet());
    Node fresh = DeepCopy.of(began.nodes().get(node));
    NaiveState reset =
        state
            .withLocal(node, state.local(node).restarted(fresh, durableSteps))
            .withHistory(List.of(new NaiveHistory.Event(NaiveHistory.Kind.RESTART, node, null)));
    List<NaiveStep> steps = new ArrayList<>();
    new Expansion(reset, node, steps)
        .runEveryChoice(NaiveHandler.restart(fresh.getClass()), List.of());
    return steps.stream().map(step -> step.as(ActionKind.RESTART)).toList();
  }

  /** A layout by the place of its node contents among those that differ. */
  private Setting.Layout layout(int began) {
    List<List<String>> tuples = new ArrayList<>();
    for (Setting.Layout layout : setting.layouts()) {
      List<String> tuple = locals(layout).stream().map(NaiveState.Local::text).toList();
      if (!tuples.contains(tuple)) {
        tuples.add(tuple);
      }
      if (tuples.size() > began) {
        return layout;
      }
    }
    throw new IllegalStateException("no layout " + began);
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
          boolean over = handler.once() && state.local(node).hasFired(handler);
          if (!over && handler.isDue(state.local(node).node())) {
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
      if (setting.network() == Network.MP
          && consumed.size() != state.inbox(node).messages().size()) {
        return;
      }
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
      handler.timer().ifPresent(field -> ((Timer) field.get(copy)).cancel());
      try {
        invoke(copy, handler.method(), running, arguments(handler, consumed));
      } catch (InvocationTargetException e) {
        return failed(handler, consumed, running.choices, thrownBy(e));
      }
      NaiveState after =
          state
              .withLocal(node, state.local(node).after(handler, copy))
              .withInbox(node, state.inbox(node).after(consumed))
              .withHistory(running.recorded);
      return new NaiveStep(
          kind(handler),
          Optional.of(ids.get(node)),
          Optional.of(handler),
          consumed,
          running.choices,
          Optional.of(sent(after, node, running.sent)),
          Optional.empty());
    }

    private static ActionKind kind(NaiveHandler handler) {
      return handler.timer().isPresent() ? ActionKind.TIMER : ActionKind.STEP;
    }

    private NaiveStep failed(
        NaiveHandler handler,
        List<NaiveState.Envelope> consumed,
        List<NaiveStep.Choice> choices,
        Throwable thrown) {
      return new NaiveStep(
          kind(handler),
          Optional.of(ids.get(node)),
          Optional.of(handler),
          consumed,
          choices,
          Optional.empty(),
          Optional.of(thrown));
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
    private final List<NaiveHistory.Event> recorded = new ArrayList<>();

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
      requireAccepted(receiver, message, self());
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

    @Override
    public void invoked(Object operation) {
      record(NaiveHistory.Kind.BEGIN, operation);
    }

    @Override
    public void returned(Object result) {
      record(NaiveHistory.Kind.END, result);
    }

    private void record(NaiveHistory.Kind kind, Object value) {
      Object copy = value == null ? null : DeepCopy.of(value);
      recorded.add(new NaiveHistory.Event(kind, ids.indexOf(self()), copy));
    }

    @Override
    public Answered exchange(List<Exchange> before, Exchange asked) {
      return program().answer(self(), before, asked);
    }

    @Override
    public boolean isTotallyOrdered() {
      return true;
    }

    private NaiveProgram program() {
      return (NaiveProgram) initialNodes.get(ids.indexOf(self()));
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
