package dev.parley.engine.internal.trace;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.lint.SourceLines;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Takes the actions of a path once more, one after the other, and describes each: by running the
 * user's code on full local states, not by looking up memos. So a trace shows what really happened.
 *
 * <p>What becomes of an inbox is the delivery's business, and of the rest of the state the
 * environment's. The walk only gives messages numbers to tell them apart by.
 */
public final class Walk {
  private final Participants participants;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final StateSpace space;
  private final Delivery delivery;
  private final Environment environment;
  private final SourceLines sources = new SourceLines();

  /** The parts of the state where the walk stands. */
  private int[] state;

  private final List<Numbered> numbered = new ArrayList<>();
  private final List<MessageView> beginning = new ArrayList<>();
  private final RecordedOperations operations;
  private int steps;
  private int messages;

  /** A message on its way, by the number it has in the trace. */
  private record Numbered(int number, int to, int message) {}

  /**
   * A walk that stands at an initial state.
   *
   * @param runner lays out local states and messages
   * @param space the states; nothing must be dropped from them
   * @param layout whose initial state
   */
  public Walk(Participants participants, StepRunner runner, StateSpace space, int layout) {
    this.participants = participants;
    this.runner = runner;
    this.space = space;
    this.executor = space.executor();
    this.delivery = space.delivery();
    this.environment = space.environment();
    this.state = space.initials().get(layout);
    this.operations = new RecordedOperations(participants, runner, environment.began(layout));
    for (int node = 0; node < participants.count(); node++) {
      beginning.addAll(renumber(node));
    }
  }

  /** What clients have recorded on the way. */
  public RecordedOperations operations() {
    return operations;
  }

  /** The messages that were pending at the start. */
  public List<MessageView> beginning() {
    return List.copyOf(beginning);
  }

  /** Every node's state now. */
  public List<NodeView> nodes() {
    return IntStream.range(0, participants.count()).mapToObj(node -> view(node)).toList();
  }

  /** The parts of the state now. */
  public int[] state() {
    return state.clone();
  }

  /** The messages that a step of a node can take now, each once. */
  public int[] consumable(int node) {
    return delivery.consumable(inbox(node));
  }

  /** The numbers of the messages that are pending now, ascending. */
  public List<Integer> pendingNumbers() {
    return numbered.stream().map(Numbered::number).sorted().toList();
  }

  /** The messages that are pending now, by their numbers. */
  public Map<Integer, Integer> pendingMessages() {
    return numbered.stream().collect(Collectors.toMap(Numbered::number, Numbered::message));
  }

  /** The number of the oldest copy of a message that is pending for a node, if one is. */
  public Optional<Integer> number(int node, int message) {
    return numbered.stream()
        .filter(n -> n.to == node && n.message == message)
        .map(Numbered::number)
        .findFirst();
  }

  private int local(int node) {
    return space.local(node, state[node]);
  }

  private int inbox(int node) {
    return space.inbox(node, state[node]);
  }

  private void move(int node, int local, int inbox) {
    state[node] = space.cell(node, local, inbox);
  }

  /** What can happen now without a node's doing. */
  public List<Action> ownActions() {
    List<Action> actions = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      if (environment.enables(state, node)) {
        for (Delivery.Change change : delivery.ownActions(inbox(node))) {
          actions.add(new Action.OfDelivery(change.kind(), node, change.message()));
        }
      }
    }
    space.environmentActions(state).forEach(change -> actions.add(change.action()));
    return actions;
  }

  /** The name of the node that an action happens to, or that of the environment. */
  public String actor(Action action) {
    return action.node() == Action.NOBODY
        ? Environment.NAME
        : participants.id(action.node()).toString();
  }

  /**
   * The same action with the messages of this walk. The given one has messages of another runner,
   * which may know them without auxiliary content only.
   */
  public Action translated(Action action, Messages theirs) {
    if (action instanceof Action.Step step) {
      return translated(step, theirs);
    }
    return ownActions().stream()
        .filter(own -> withTheirMessage(own, theirs).equals(action))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("this cannot happen here: " + action));
  }

  private Action withTheirMessage(Action own, Messages theirs) {
    if (own instanceof Action.OfDelivery mine) {
      return new Action.OfDelivery(mine.kind(), mine.node(), theirMessage(mine.message(), theirs));
    }
    Action.OfEnvironment mine = (Action.OfEnvironment) own;
    return mine.message() == Environment.NO_MESSAGE
        ? mine
        : mine.withMessage(theirMessage(mine.message(), theirs));
  }

  private Action translated(Action.Step step, Messages theirs) {
    BitSet consumable = new BitSet();
    IntStream.of(consumable(step.node())).forEach(consumable::set);
    List<Numbered> left = new ArrayList<>(numbered);
    int[] consumed = new int[step.consumed().length];
    for (int i = 0; i < consumed.length; i++) {
      int wanted = step.consumed()[i];
      Numbered match =
          left.stream()
              .filter(n -> n.to == step.node() && consumable.get(n.message))
              .filter(n -> theirMessage(n.message, theirs) == wanted)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a step consumes what is not there"));
      left.remove(match);
      consumed[i] = match.message;
    }
    return new Action.Step(step.node(), step.handler(), consumed, step.choices());
  }

  private int theirMessage(int message, Messages theirs) {
    Messages mine = runner.messages();
    return theirs.messageIdOf(mine.sender(message), mine.restore(message, Arrangement.FORWARD));
  }

  /** Takes an action and describes it; nothing if it is a step whose guard is false. */
  public Optional<TraceStep> take(Action action) {
    if (action instanceof Action.Step step) {
      return environment.enables(state, step.node()) ? take(step) : Optional.empty();
    }
    return Optional.of(
        action instanceof Action.OfDelivery own ? take(own) : take((Action.OfEnvironment) action));
  }

  private Optional<TraceStep> take(Action.Step step) {
    int node = step.node();
    NodeView before = view(node);
    Optional<StepOutcome> executed =
        executor.execute(node, local(node), step.handler(), step.consumed(), step.choices());
    if (executed.isEmpty()) {
      return Optional.empty();
    }
    StepOutcome outcome = executed.get();
    int[] from = state.clone();
    List<MessageView> consumed = consume(node, step.consumed());
    if (outcome.thrown().isEmpty()) {
      move(node, outcome.local(), inbox(node));
    }
    NodeView after = view(node);
    steps++;
    if (outcome.thrown().isEmpty()) {
      record(node, outcome.recorded());
    }
    return Optional.of(
        new TraceStep(
            steps,
            participants.id(node).toString(),
            step.handler().qualifiedName(),
            sources.of(step.handler().method()),
            consumed,
            new Trace.Choices(
                executor.lastChoices(), IntStream.of(outcome.choices()).boxed().toList()),
            send(node, from, outcome),
            changes(before, after),
            after,
            outcome.thrown().map(Walk::describe)));
  }

  /** Has the environment follow what a step recorded. */
  private void record(int node, int recording) {
    for (int part = state.length - environment.histories(); part < state.length; part++) {
      state[part] = environment.recorded(part, state[part], node, recording);
    }
    operations.note(steps, node, recording);
  }

  private TraceStep take(Action.OfDelivery own) {
    int node = own.node();
    Delivery.Change change =
        delivery.ownActions(inbox(node)).stream()
            .filter(c -> c.kind() == own.kind() && c.message() == own.message())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the network cannot do this here"));
    List<MessageView> message = List.of(view(oldest(node, own.message())));
    move(node, local(node), change.inbox());
    return happening(own, message, Options.NONE, renumber(node), List.of(), view(node));
  }

  private TraceStep take(Action.OfEnvironment own) {
    Environment.Change change =
        space.environmentActions(state).stream()
            .filter(c -> c.action().equals(own))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the environment cannot do this here"));
    List<MessageView> message =
        own.message() == Environment.NO_MESSAGE
            ? List.of()
            : List.of(view(oldest(own.node(), own.message())));
    Options options = options(own);
    NodeView before = actorView(own);
    int[] earlier = state;
    if (change.thrown().isPresent()) {
      return thrown(own, options, before, change.thrown().get());
    }
    state = change.after(state);
    if (own.kind() == ActionKind.RESTART) {
      operations.noteRestart(own.node());
      operations.note(steps + 1, own.node(), change.recorded());
    }
    List<MessageView> sent = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      sent.addAll(renumber(node));
    }
    NodeView after = actorView(own);
    List<FieldChange> changes = new ArrayList<>(changes(before, after));
    if (own.node() != Action.NOBODY) {
      changes.addAll(componentChanges(earlier));
    }
    return happening(own, message, options, sent, changes, after);
  }

  private TraceStep thrown(
      Action.OfEnvironment own, Options options, NodeView node, Throwable thrown) {
    return new TraceStep(
        ++steps,
        actor(own),
        own.kind().label(),
        Optional.empty(),
        List.of(),
        new Trace.Choices(options.texts(), options.indexes()),
        List.of(),
        List.of(),
        node,
        Optional.of(describe(thrown)));
  }

  /** Which of several actions an action is, in the way that a step tells its choices. */
  private record Options(List<String> texts, List<Integer> indexes) {
    private static final Options NONE = new Options(List.of(), List.of());
  }

  /** Counted among the actions that differ in their subject only. */
  private Options options(Action.OfEnvironment own) {
    if (own.subject().isEmpty()) {
      return Options.NONE;
    }
    List<String> subjects =
        space.environmentActions(state).stream()
            .map(Environment.Change::action)
            .filter(a -> a.kind() == own.kind() && a.node() == own.node())
            .filter(a -> a.message() == own.message())
            .map(Action.OfEnvironment::subject)
            .toList();
    return new Options(List.of(own.subject()), List.of(subjects.indexOf(own.subject())));
  }

  /** Describes what happened without a node's doing. */
  private TraceStep happening(
      Action action,
      List<MessageView> messages,
      Options options,
      List<MessageView> sent,
      List<FieldChange> changes,
      NodeView after) {
    return new TraceStep(
        ++steps,
        actor(action),
        action.kind().label(),
        Optional.empty(),
        messages,
        new Trace.Choices(options.texts, options.indexes),
        sent,
        changes,
        after,
        Optional.empty());
  }

  private NodeView actorView(Action action) {
    return action.node() == Action.NOBODY ? environmentView() : view(action.node());
  }

  /** The environment as traces show it: as if it were a node, with its components for fields. */
  private NodeView environmentView() {
    List<FieldView> fields = new ArrayList<>();
    for (int component = 0; component < environment.componentCount(); component++) {
      fields.add(new FieldView(environment.name(component), text(component, state), false));
    }
    return new NodeView(Environment.NAME, "Environment", fields);
  }

  private List<FieldChange> componentChanges(int[] earlier) {
    List<FieldChange> changes = new ArrayList<>();
    for (int component = 0; component < environment.componentCount(); component++) {
      String before = text(component, earlier);
      String after = text(component, state);
      if (!before.equals(after)) {
        String name = Environment.NAME + "." + environment.name(component);
        changes.add(new FieldChange(name, before, after));
      }
    }
    return changes;
  }

  private String text(int component, int[] parts) {
    return environment.text(component, parts[participants.count() + component]);
  }

  private List<MessageView> consume(int node, int[] consumed) {
    List<MessageView> views = new ArrayList<>();
    for (int message : consumed) {
      views.add(view(oldest(node, message)));
    }
    // The numbers of another runner, by which the path was found, may be in another order.
    int[] ascending = consumed.clone();
    Arrays.sort(ascending);
    int bundle = delivery.bundle(ascending, ascending.length);
    move(node, local(node), delivery.consume(inbox(node), bundle));
    renumber(node);
    return views;
  }

  private Numbered oldest(int node, int message) {
    return numbered.stream()
        .filter(n -> n.to == node && n.message == message)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a step consumed what was not there"));
  }

  /**
   * Sends what a step sent.
   *
   * @param from the state in which it was taken, which decides what arrives
   */
  private List<MessageView> send(int node, int[] from, StepOutcome outcome) {
    List<MessageView> sent = new ArrayList<>();
    int[] recipients = outcome.recipients();
    for (int start = 0, end; start < recipients.length; start = end) {
      int to = recipients[start];
      end = start;
      while (end < recipients.length && recipients[end] == to) {
        Numbered message = new Numbered(++messages, to, outcome.messageIds()[end++]);
        numbered.add(message);
        sent.add(view(message));
      }
      int[] bundle = Arrays.copyOfRange(outcome.messageIds(), start, end);
      if (to == node || environment.carries(from, node, to)) {
        int inbox = delivery.place(inbox(to), delivery.bundle(bundle, bundle.length));
        move(to, local(to), inbox);
      }
      renumber(to);
    }
    return sent;
  }

  /**
   * Gives each copy of a message in an inbox its number. Copies that are gone lose the oldest
   * numbers; new copies get new numbers.
   */
  private List<MessageView> renumber(int node) {
    List<Integer> pending = IntStream.of(delivery.pending(inbox(node))).boxed().toList();
    List<Integer> unnumbered = new ArrayList<>(pending);
    numbered.stream()
        .filter(n -> n.to == node)
        .forEach(n -> unnumbered.remove(Integer.valueOf(n.message)));
    List<Integer> surplus = new ArrayList<>();
    numbered.stream().filter(n -> n.to == node).forEach(n -> surplus.add(n.message));
    pending.forEach(message -> surplus.remove(message));
    surplus.forEach(message -> numbered.remove(oldest(node, message)));
    List<MessageView> added = new ArrayList<>();
    for (int message : unnumbered) {
      numbered.add(new Numbered(++messages, node, message));
      added.add(view(numbered.get(numbered.size() - 1)));
    }
    return added;
  }

  private MessageView view(Numbered message) {
    Messages all = runner.messages();
    Object content = all.restore(message.message, Arrangement.FORWARD);
    return new MessageView(
        message.number,
        participants.id(all.sender(message.message)).toString(),
        participants.id(message.to).toString(),
        content.getClass().getSimpleName(),
        Renderer.text(content));
  }

  private NodeView view(int node) {
    return new NodeView(
        participants.id(node).toString(),
        participants.type(node).type().getSimpleName(),
        runner.fields(node, local(node)));
  }

  static List<FieldChange> changes(NodeView before, NodeView after) {
    List<FieldChange> changes = new ArrayList<>();
    for (int i = 0; i < after.fields().size(); i++) {
      FieldView old = before.fields().get(i);
      FieldView now = after.fields().get(i);
      if (!old.value().equals(now.value())) {
        changes.add(new FieldChange(now.name(), old.value(), now.value()));
      }
    }
    return changes;
  }

  /** What was thrown and where, without the engine's own frames. */
  private static String describe(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    for (StackTraceElement frame : thrown.getStackTrace()) {
      boolean engine =
          frame.getClassName().startsWith("dev.parley.engine.internal")
              || frame.getClassName().startsWith("java.lang.reflect")
              || frame.getClassName().startsWith("jdk.internal");
      if (engine) {
        break;
      }
      text.append("\n    at ").append(frame);
    }
    return text.toString();
  }
}
