package dev.parley.engine.internal.trace;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.result.Survey.Alternative;
import dev.parley.engine.result.Survey.Moment;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.NodeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What can happen where a walk stands, one level deep. The actions of one handler of one node are
 * one alternative, for a quorum may have more sets to choose from than anybody reads.
 */
public final class Outlook {
  /** More messages of one alternative are not listed. */
  private static final int MOST_MESSAGES = 20;

  /** Longer effects are cut. */
  private static final int LONGEST_EFFECT = 200;

  private final Participants participants;
  private final StepRunner runner;
  private final StateSpace space;
  private final Walk walk;
  private final int most;

  /** What one handler of one node, or one kind of event, can do. */
  private static final class Group {
    private final Action first;
    private final TreeSet<Integer> messages = new TreeSet<>();
    private int ways;

    Group(Action first) {
      this.first = first;
    }
  }

  /**
   * Looks out from where a walk stands.
   *
   * @param walk whose space and runner these are
   * @param most how many alternatives are told of one state
   */
  public Outlook(
      Participants participants, StepRunner runner, StateSpace space, Walk walk, int most) {
    this.participants = participants;
    this.runner = runner;
    this.space = space;
    this.walk = walk;
    this.most = most;
  }

  /**
   * The state where the walk stands.
   *
   * @param arrived the messages that became pending in the step that led here
   * @param gone the messages that are not pending any more
   */
  public Moment moment(List<Integer> arrived, List<Integer> gone) {
    Map<List<String>, Group> groups = new LinkedHashMap<>();
    space.forEachAction(
        walk.state(),
        action -> {
          Group group =
              groups.computeIfAbsent(
                  List.of(walk.actor(action), name(action)), key -> new Group(action));
          group.ways++;
          messages(action).forEach(group.messages::add);
        });
    List<Alternative> alternatives =
        groups.values().stream().limit(most).map(this::alternative).toList();
    return new Moment(arrived, gone, alternatives, Math.max(0, groups.size() - most));
  }

  private static String name(Action action) {
    return action instanceof Action.Step step
        ? step.handler().qualifiedName()
        : action.kind().label();
  }

  /** The numbers of the messages that an action takes. */
  private List<Integer> messages(Action action) {
    List<Integer> numbers = new ArrayList<>();
    if (action instanceof Action.Step step) {
      for (int message : step.consumed()) {
        walk.number(step.node(), message).ifPresent(numbers::add);
      }
    } else {
      int message =
          action instanceof Action.OfDelivery own
              ? own.message()
              : ((Action.OfEnvironment) action).message();
      if (message != Environment.NO_MESSAGE) {
        walk.number(action.node(), message).ifPresent(numbers::add);
      }
    }
    return numbers;
  }

  private Alternative alternative(Group group) {
    return new Alternative(
        walk.actor(group.first),
        name(group.first),
        group.messages.stream().limit(MOST_MESSAGES).toList(),
        group.ways,
        group.ways == 1 ? cut(effect(group.first)) : "");
  }

  private String effect(Action action) {
    if (!(action instanceof Action.Step step)) {
      return ((action instanceof Action.OfEnvironment own) ? own.subject() : "");
    }
    int node = step.node();
    int local = space.local(node, walk.state()[node]);
    Optional<StepOutcome> outcome =
        space.executor().execute(node, local, step.handler(), step.consumed(), step.choices());
    return outcome.map(o -> effect(node, local, o)).orElse("");
  }

  private String effect(int node, int local, StepOutcome outcome) {
    if (outcome.thrown().isPresent()) {
      return "throws " + outcome.thrown().get().getClass().getSimpleName();
    }
    List<String> words = new ArrayList<>();
    for (FieldChange change : Walk.changes(view(node, local), view(node, outcome.local()))) {
      words.add(change.field() + ": " + change.before() + " → " + change.after());
    }
    int[] recipients = outcome.recipients();
    for (int i = 0; i < recipients.length; i++) {
      Object content = runner.messages().restore(outcome.messageIds()[i], Arrangement.FORWARD);
      words.add(
          "sends " + content.getClass().getSimpleName() + " to " + participants.id(recipients[i]));
    }
    return words.isEmpty() ? "changes nothing" : String.join("; ", words);
  }

  private NodeView view(int node, int local) {
    return new NodeView("", "", runner.fields(node, local));
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_EFFECT) {
      return text;
    }
    int end = LONGEST_EFFECT - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
