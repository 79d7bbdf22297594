package dev.parley.engine.internal;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.trace.Walk;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds, for each recorded step, the step of today's code that it names, by node, handler, senders
 * and texts of the consumed messages, and choices; takes it; and judges where the path ends: a
 * violated property, or a mistake in the protocol that shows in that state or in a step from it.
 *
 * <p>Each step runs once only, so that a debugger stops in it once. What shows only when a step
 * runs a second time is looked for afterwards, and only if nothing else was found.
 */
public final class TraceReplay {
  private final Trace recorded;
  private final Consumer<TraceStep> listener;
  private final Participants participants;
  private final Rerun rerun;
  private final Walk walk;

  private int taken;

  private TraceReplay(
      Model model, Trace recorded, Consumer<TraceStep> listener, boolean twice, Ports ports) {
    this.recorded = recorded;
    this.listener = listener;
    participants = new Participants(model);
    rerun = beginning(model, twice, ports);
    walk = rerun.walk();
  }

  /** Stands where the recorded path begins; at the first initial state if none is like that. */
  private Rerun beginning(Model model, boolean twice, Ports ports) {
    Rerun first = new Rerun(model, participants, twice, Set.of(), ports, 0);
    if (begins(first)) {
      return first;
    }
    for (int layout = 1; layout < model.setting().layouts().size(); layout++) {
      Rerun other = new Rerun(model, participants, twice, Set.of(), ports, layout);
      if (begins(other)) {
        return other;
      }
    }
    return first;
  }

  private boolean begins(Rerun candidate) {
    Map<String, Map<String, String>> contents = contents(candidate.walk().nodes());
    return contents(recorded.initial()).entrySet().stream()
            .allMatch(
                node ->
                    contents
                        .getOrDefault(node.getKey(), Map.of())
                        .entrySet()
                        .containsAll(node.getValue().entrySet()))
        && texts(candidate.walk().beginning()).equals(texts(recorded.pending()));
  }

  /** What is in the fields of nodes: a test written by hand or by a report says no more. */
  private static Map<String, Map<String, String>> contents(List<NodeView> nodes) {
    return nodes.stream()
        .collect(
            Collectors.toMap(
                NodeView::node,
                node ->
                    node.fields().stream()
                        .collect(
                            Collectors.toMap(
                                FieldView::name, FieldView::value, (hidden, own) -> own))));
  }

  private static List<String> texts(List<MessageView> messages) {
    return messages.stream().map(m -> m.from() + " " + m.to() + " " + m.text()).sorted().toList();
  }

  /**
   * Replays.
   *
   * @param model the instance, as the code is today
   * @param recorded the steps to take
   * @param listener hears of each step that was taken
   * @return whether there is a finding where the steps lead
   */
  public static ReplayOutcome run(Model model, Trace recorded, Consumer<TraceStep> listener) {
    try {
      return run(model, recorded, listener, Ports.of(model));
    } finally {
      model.setting().peers().rest();
    }
  }

  /** The same in other surroundings, where other things than steps can happen. */
  static ReplayOutcome run(Model model, Trace recorded, Consumer<TraceStep> listener, Ports ports) {
    TraceReplay first = new TraceReplay(model, recorded, listener, false, ports);
    ReplayOutcome outcome = first.run();
    if (outcome.reproduced() || first.taken < recorded.steps().size()) {
      return outcome;
    }
    ReplayOutcome twice = new TraceReplay(model, recorded, step -> {}, true, ports).run();
    return twice.reproduced() ? twice : outcome;
  }

  private ReplayOutcome run() {
    try {
      return replay();
    } catch (ProtocolException e) {
      return new ReplayOutcome(taken == recorded.steps().size(), e.place() + ": " + e.getMessage());
    }
  }

  private ReplayOutcome replay() {
    RunOfReplay endings = new RunOfReplay(rerun);
    endings.observe();
    for (TraceStep step : recorded.steps()) {
      Optional<TraceStep> today = find(step).flatMap(walk::take);
      if (today.isEmpty()) {
        return new ReplayOutcome(
            false,
            "step "
                + step.number()
                + " ("
                + step.node()
                + " "
                + step.handler()
                + ") is not possible any more; the code has changed since the trace was recorded");
      }
      taken++;
      listener.accept(today.get());
      if (today.get().exception().isPresent()) {
        return new ReplayOutcome(
            true, "step " + step.number() + " threw " + today.get().exception().get());
      }
      endings.observe();
    }
    List<String> violated = rerun.violated();
    if (!violated.isEmpty()) {
      return new ReplayOutcome(true, "the last state violates " + String.join(", ", violated));
    }
    return recorded.loop().isPresent() ? repeated(endings, recorded.loop().get()) : ended(endings);
  }

  private ReplayOutcome ended(RunOfReplay endings) {
    List<String> broken = endings.brokenByEnding();
    return broken.isEmpty()
        ? new ReplayOutcome(false, "all steps were taken, and no property is violated at the end")
        : new ReplayOutcome(
            true, "what comes after the last state breaks " + String.join(", ", broken));
  }

  /** Goes round the loop once more: what can be done twice can be done for ever. */
  private ReplayOutcome repeated(RunOfReplay endings, int loop) {
    for (TraceStep step : recorded.steps().subList(loop - 1, recorded.steps().size())) {
      if (find(step).flatMap(walk::take).isEmpty()) {
        return new ReplayOutcome(
            false,
            "step "
                + step.number()
                + " is not possible a second time, so the steps from "
                + loop
                + " on cannot be repeated for ever");
      }
      endings.observe();
    }
    List<String> broken = endings.brokenByRepeating(loop);
    return broken.isEmpty()
        ? new ReplayOutcome(
            false, "the steps from " + loop + " on can be repeated, and that breaks no property")
        : new ReplayOutcome(
            true,
            "repeating the steps from "
                + loop
                + " on for ever breaks "
                + String.join(", ", broken));
  }

  private Optional<Action> find(TraceStep step) {
    return step.action() == ActionKind.STEP ? findStep(step) : findOwn(step);
  }

  private Optional<Action> findStep(TraceStep step) {
    for (int node = 0; node < participants.count(); node++) {
      if (!participants.id(node).toString().equals(step.node())) {
        continue;
      }
      for (Handler handler : participants.type(node).handlers()) {
        if (handler.qualifiedName().equals(step.handler())) {
          Optional<int[]> consumed = consumed(node, handler, step.consumed());
          if (consumed.isPresent()) {
            int[] choices = step.choiceIndexes().stream().mapToInt(i -> i).toArray();
            return Optional.of(new Action.Step(node, handler, consumed.get(), choices));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** What happens without a node's doing; of several that concern the same, the one chosen. */
  private Optional<Action> findOwn(TraceStep step) {
    return walk.ownActions().stream()
        .filter(own -> own.kind() == step.action() && walk.actor(own).equals(step.node()))
        .filter(own -> concerns(messageOf(own), step))
        .skip(step.choiceIndexes().stream().findFirst().orElse(0))
        .findFirst();
  }

  private static int messageOf(Action own) {
    return own instanceof Action.OfDelivery networks
        ? networks.message()
        : ((Action.OfEnvironment) own).message();
  }

  private boolean concerns(int message, TraceStep step) {
    return message == Environment.NO_MESSAGE
        ? step.consumed().isEmpty()
        : step.consumed().stream().anyMatch(seen -> matches(message, seen));
  }

  /** The pending messages that the recorded ones name, if the handler can take them. */
  private Optional<int[]> consumed(int node, Handler handler, List<MessageView> messages) {
    boolean fits =
        switch (handler.kind()) {
          case STEP -> messages.isEmpty();
          case SINGLE -> messages.size() == 1;
          case QUORUM -> true;
        };
    List<Integer> pending = new ArrayList<>(Arrays.stream(walk.consumable(node)).boxed().toList());
    int[] consumed = new int[messages.size()];
    for (int i = 0; i < consumed.length; i++) {
      MessageView wanted = messages.get(i);
      Optional<Integer> match =
          pending.stream().filter(message -> matches(message, handler, wanted)).findFirst();
      if (!fits || match.isEmpty()) {
        return Optional.empty();
      }
      pending.remove(match.get());
      consumed[i] = match.get();
    }
    Arrays.sort(consumed);
    return fits ? Optional.of(consumed) : Optional.empty();
  }

  private boolean matches(int message, Handler handler, MessageView wanted) {
    return handler.messageType().isAssignableFrom(rerun.runner().messages().type(message))
        && matches(message, wanted);
  }

  private boolean matches(int message, MessageView wanted) {
    Messages all = rerun.runner().messages();
    return participants.id(all.sender(message)).toString().equals(wanted.from())
        && Renderer.text(all.restore(message, Arrangement.FORWARD)).equals(wanted.text());
  }
}
