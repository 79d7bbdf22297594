package dev.parley.engine.internal.trace;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.lint.SourceLines;
import dev.parley.engine.internal.space.Move;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Takes the steps of a path once more, one after the other, and describes each: by running the
 * user's code on full local states, not by looking anything up, so that what is shown is what
 * happened.
 */
public final class Walk {
  private final Participants participants;
  private final StepRunner runner;
  private final SourceLines sources = new SourceLines();
  private final int[] locals;
  private final List<Waiting> waiting = new ArrayList<>();
  private int steps;
  private int messages;

  /** A message on its way. */
  private record Waiting(int number, int to, int envelope) {}

  /** A walk that stands at the initial state, given by every node's local state. */
  public Walk(Participants participants, StepRunner runner, int[] initialLocals) {
    this.participants = participants;
    this.runner = runner;
    this.locals = initialLocals.clone();
  }

  /** Every node's state now. */
  public List<NodeView> nodes() {
    return IntStream.range(0, locals.length).mapToObj(node -> view(node)).toList();
  }

  /** The local state of each node now. */
  public int[] locals() {
    return locals.clone();
  }

  /** The envelopes waiting for a node now. */
  public int[] pending(int node) {
    return waiting.stream().filter(w -> w.to == node).mapToInt(w -> w.envelope).sorted().toArray();
  }

  /**
   * The waiting envelopes that a move names by the envelopes of another runner, which may know them
   * without auxiliary content only.
   */
  public Move translated(Move move, Messages theirs) {
    List<Waiting> left = new ArrayList<>(waiting);
    int[] consumed = new int[move.consumed().length];
    for (int i = 0; i < consumed.length; i++) {
      int wanted = move.consumed()[i];
      Waiting match =
          left.stream()
              .filter(w -> w.to == move.node() && theirEnvelope(w, theirs) == wanted)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a step consumes what is not there"));
      left.remove(match);
      consumed[i] = match.envelope;
    }
    return new Move(move.node(), move.handler(), consumed, move.choices());
  }

  private int theirEnvelope(Waiting message, Messages theirs) {
    Messages mine = runner.messages();
    return theirs.envelopeOf(
        mine.sender(message.envelope), mine.restore(message.envelope, Arrangement.FORWARD));
  }

  /** Takes a step and describes it; nothing if its guard is false. */
  public Optional<TraceStep> take(Move move) {
    int node = move.node();
    NodeView before = view(node);
    Optional<Outcome> executed =
        runner.execute(
            node,
            locals[node],
            move.handler(),
            move.consumed(),
            move.choices(),
            Arrangement.FORWARD);
    if (executed.isEmpty()) {
      return Optional.empty();
    }
    Outcome outcome = executed.get();
    List<MessageView> consumed = consume(node, move.consumed());
    locals[node] = outcome.thrown().isPresent() ? locals[node] : outcome.local();
    NodeView after = view(node);
    return Optional.of(
        new TraceStep(
            ++steps,
            participants.id(node).toString(),
            move.handler().qualifiedName(),
            sources.of(move.handler().method()),
            consumed,
            runner.lastChoices(),
            IntStream.of(outcome.choices()).boxed().toList(),
            send(node, outcome),
            changes(before, after),
            after,
            outcome.thrown().map(Walk::describe)));
  }

  private List<MessageView> consume(int node, int[] envelopes) {
    List<MessageView> consumed = new ArrayList<>();
    for (int envelope : envelopes) {
      Waiting message =
          waiting.stream()
              .filter(w -> w.to == node && w.envelope == envelope)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a step consumed what was not there"));
      waiting.remove(message);
      consumed.add(view(message));
    }
    return consumed;
  }

  private List<MessageView> send(int node, Outcome outcome) {
    List<MessageView> sent = new ArrayList<>();
    for (int i = 0; i < outcome.recipients().length; i++) {
      Waiting message = new Waiting(++messages, outcome.recipients()[i], outcome.envelopes()[i]);
      waiting.add(message);
      sent.add(view(message));
    }
    return sent;
  }

  private MessageView view(Waiting message) {
    Messages all = runner.messages();
    Object content = all.restore(message.envelope, Arrangement.FORWARD);
    return new MessageView(
        message.number,
        participants.id(all.sender(message.envelope)).toString(),
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
