package dev.parley.engine.internal.trace;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.lint.SourceLines;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
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
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Takes the steps of a path once more, one after the other, and describes each: by running the
 * user's code on full local states, not by looking up memos. So a trace shows what really happened.
 */
public final class Walk {
  private final Participants participants;
  private final StepRunner runner;
  private final SourceLines sources = new SourceLines();
  private final Delivery delivery;
  private final int[] locals;
  private final int[] inboxes;
  private final List<Numbered> numbered = new ArrayList<>();
  private int steps;
  private int messages;

  /** A message on its way, by the number it has in the trace. */
  private record Numbered(int number, int to, int message) {}

  /**
   * A walk that stands at the initial state.
   *
   * @param delivery how messages come from senders to receivers
   * @param initialLocals every node's local state
   */
  public Walk(
      Participants participants, StepRunner runner, Delivery delivery, int[] initialLocals) {
    this.participants = participants;
    this.runner = runner;
    this.delivery = delivery;
    this.locals = initialLocals.clone();
    this.inboxes = new int[locals.length];
    Arrays.fill(inboxes, delivery.empty());
  }

  /** Every node's state now. */
  public List<NodeView> nodes() {
    return IntStream.range(0, locals.length).mapToObj(node -> view(node)).toList();
  }

  /** The local state of each node now. */
  public int[] locals() {
    return locals.clone();
  }

  /** The inbox of each node now. */
  public int[] inboxes() {
    return inboxes.clone();
  }

  /** The messages that a step of a node can take now, each once. */
  public int[] consumable(int node) {
    return delivery.consumable(inboxes[node]);
  }

  /** What the network can do by itself to a node's inbox now. */
  public List<Action.OfDelivery> ownActions(int node) {
    return delivery.ownActions(inboxes[node]).stream()
        .map(change -> new Action.OfDelivery(change.kind(), node, change.message()))
        .toList();
  }

  /**
   * The same action with the messages of this walk. The given one has messages of another runner,
   * which may know them without auxiliary content only.
   */
  public Action translated(Action action, Messages theirs) {
    if (action instanceof Action.OfDelivery own) {
      return ownActions(own.node()).stream()
          .filter(o -> o.kind() == own.kind() && theirMessage(o.message(), theirs) == own.message())
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("the network cannot do this here"));
    }
    Action.Step step = (Action.Step) action;
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
    return theirs.envelopeOf(mine.sender(message), mine.restore(message, Arrangement.FORWARD));
  }

  /** Takes an action and describes it; nothing if it is a step whose guard is false. */
  public Optional<TraceStep> take(Action action) {
    return action instanceof Action.Step step
        ? take(step)
        : Optional.of(take((Action.OfDelivery) action));
  }

  private Optional<TraceStep> take(Action.Step step) {
    int node = step.node();
    NodeView before = view(node);
    Optional<Outcome> executed =
        runner.execute(
            node,
            locals[node],
            step.handler(),
            step.consumed(),
            step.choices(),
            Arrangement.FORWARD);
    if (executed.isEmpty()) {
      return Optional.empty();
    }
    Outcome outcome = executed.get();
    List<MessageView> consumed = consume(node, step.consumed());
    locals[node] = outcome.thrown().isPresent() ? locals[node] : outcome.local();
    NodeView after = view(node);
    return Optional.of(
        new TraceStep(
            ++steps,
            participants.id(node).toString(),
            step.handler().qualifiedName(),
            sources.of(step.handler().method()),
            consumed,
            new Trace.Choices(
                runner.lastChoices(), IntStream.of(outcome.choices()).boxed().toList()),
            send(outcome),
            changes(before, after),
            after,
            outcome.thrown().map(Walk::describe)));
  }

  private TraceStep take(Action.OfDelivery own) {
    int node = own.node();
    Delivery.Change change =
        delivery.ownActions(inboxes[node]).stream()
            .filter(c -> c.kind() == own.kind() && c.message() == own.message())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the network cannot do this here"));
    MessageView message = view(oldest(node, own.message()));
    inboxes[node] = change.inbox();
    return new TraceStep(
        ++steps,
        participants.id(node).toString(),
        own.kind().label(),
        Optional.empty(),
        List.of(message),
        Trace.Choices.NONE,
        renumber(node),
        List.of(),
        view(node),
        Optional.empty());
  }

  private List<MessageView> consume(int node, int[] consumed) {
    List<MessageView> views = new ArrayList<>();
    for (int message : consumed) {
      views.add(view(oldest(node, message)));
    }
    // The numbers of another runner, by which the path was found, may be in another order.
    int[] ascending = consumed.clone();
    Arrays.sort(ascending);
    inboxes[node] = delivery.consume(inboxes[node], delivery.bundle(ascending, ascending.length));
    renumber(node);
    return views;
  }

  private Numbered oldest(int node, int message) {
    return numbered.stream()
        .filter(n -> n.to == node && n.message == message)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a step consumed what was not there"));
  }

  private List<MessageView> send(Outcome outcome) {
    List<MessageView> sent = new ArrayList<>();
    int[] recipients = outcome.recipients();
    for (int start = 0, end; start < recipients.length; start = end) {
      int to = recipients[start];
      end = start;
      while (end < recipients.length && recipients[end] == to) {
        Numbered message = new Numbered(++messages, to, outcome.envelopes()[end++]);
        numbered.add(message);
        sent.add(view(message));
      }
      int[] bundle = Arrays.copyOfRange(outcome.envelopes(), start, end);
      inboxes[to] = delivery.place(inboxes[to], delivery.bundle(bundle, bundle.length));
      renumber(to);
    }
    return sent;
  }

  /**
   * Gives each copy of a message in an inbox its number. Copies that are gone lose the oldest
   * numbers; new copies get new numbers.
   */
  private List<MessageView> renumber(int node) {
    List<Integer> pending = IntStream.of(delivery.pending(inboxes[node])).boxed().toList();
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
        runner.fields(node, locals[node]));
  }

  private static List<FieldChange> changes(NodeView before, NodeView after) {
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
