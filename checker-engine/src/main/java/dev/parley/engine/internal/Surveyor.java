package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.NodeFields;
import dev.parley.engine.internal.rounds.MessageRounds;
import dev.parley.engine.internal.search.FieldFilter;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Substitution;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.trace.Outlook;
import dev.parley.engine.internal.trace.Walk;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Survey.Moment;
import dev.parley.engine.result.Survey.PropertyValues;
import dev.parley.engine.result.Survey.Read;
import dev.parley.engine.result.Survey.Span;
import dev.parley.engine.result.Trace.FieldView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Walks along a counterexample once more and looks around: what else could have happened, which
 * value each property has, and at the end what the violated property read.
 *
 * <p>The counterexample is known by then and does not depend on this. A survey has labs of its own,
 * so that nothing it runs touches the steps that are shown, and what it cannot find out it leaves
 * out: here handlers run in states, and properties are asked in worlds, that no search needed.
 */
final class Surveyor {
  /** How many alternatives are told of one state, and of all together. */
  private static final int MOST_ALTERNATIVES = 24;

  private static final int FEWEST_ALTERNATIVES = 6;
  private static final int ALL_ALTERNATIVES = 3_000;

  /** How many values of properties are asked for. */
  private static final int ALL_VALUES = 20_000;

  private static final String UNKNOWN = "unknown";

  private final List<Action> actions;
  private final Messages theirs;
  private final FieldFilter filter;
  private final Rerun rerun;

  /** At the states before: the objects of one lab must not be mixed with those of the other. */
  private final Rerun behind;

  private final List<int[]> states = new ArrayList<>();

  /** The messages that were pending at some time, by their numbers. */
  private final Map<Integer, Integer> messages = new HashMap<>();

  /**
   * A survey of a path.
   *
   * @param reruns makes a rerun that stands where the path begins
   * @param actions the path
   * @param theirs the messages that its actions speak of
   * @param filter the fields that the violated property may read
   */
  Surveyor(Supplier<Rerun> reruns, List<Action> actions, Messages theirs, FieldFilter filter) {
    this.actions = actions;
    this.theirs = theirs;
    this.filter = filter;
    rerun = reruns.get();
    behind = reruns.get();
  }

  /**
   * Walks and looks.
   *
   * @param property the violated property; nothing if a step threw
   */
  Survey survey(Optional<Property> property) {
    List<Moment> moments = moments();
    List<Read> read = property.map(this::read).orElse(List.of());
    return new Survey(
        read,
        moments,
        values(),
        timers(),
        MessageRounds.of(messages, rerun.lab().space().messages()));
  }

  private List<String> timers() {
    return rerun.lab().model().types().stream()
        .flatMap(type -> type.handlers().stream())
        .filter(handler -> handler.trigger().timer().isPresent())
        .map(Handler::qualifiedName)
        .distinct()
        .toList();
  }

  private List<Moment> moments() {
    int most =
        Math.max(
            FEWEST_ALTERNATIVES,
            Math.min(MOST_ALTERNATIVES, ALL_ALTERNATIVES / Math.max(1, actions.size())));
    Lab lab = rerun.lab();
    Walk walk = rerun.walk();
    Outlook outlook = new Outlook(lab.participants(), lab.runner(), lab.space(), walk, most);
    List<Moment> moments = new ArrayList<>();
    List<Integer> before = List.of();
    for (int taken = 0; taken <= actions.size(); taken++) {
      List<Integer> now = walk.pendingNumbers();
      messages.putAll(walk.pendingMessages());
      List<Integer> arrived = without(now, before);
      List<Integer> gone = without(before, now);
      boolean last = taken == actions.size();
      moments.add(
          last ? new Moment(arrived, gone, List.of(), 0) : lookedAround(outlook, arrived, gone));
      states.add(walk.state());
      before = now;
      if (!last) {
        walk.take(walk.translated(actions.get(taken), theirs));
      }
    }
    return moments;
  }

  private static List<Integer> without(List<Integer> all, List<Integer> others) {
    List<Integer> rest = new ArrayList<>(all);
    rest.removeAll(others);
    return rest;
  }

  /** A mistake in a step that nobody took leaves nothing to tell of the alternatives. */
  private static Moment lookedAround(Outlook outlook, List<Integer> arrived, List<Integer> gone) {
    try {
      return outlook.moment(arrived, gone);
    } catch (ProtocolException e) {
      return new Moment(arrived, gone, List.of(), 0);
    }
  }

  private List<PropertyValues> values() {
    List<PropertyValues> values = new ArrayList<>();
    int most = ALL_VALUES / states.size();
    for (Property property : rerun.lab().model().properties()) {
      if (values.size() < most && property.formula().isEmpty()) {
        values.add(new PropertyValues(property.name(), spans(property)));
      }
    }
    return values;
  }

  private List<Span> spans(Property property) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      String value = value(property, states.get(i));
      if (spans.isEmpty() || !spans.get(spans.size() - 1).value().equals(value)) {
        spans.add(new Span(i, value));
      }
    }
    return spans;
  }

  /** A property of terminal states may throw in others. */
  private String value(Property property, int[] state) {
    try {
      return String.valueOf(rerun.lab().judges().holds(property, state));
    } catch (ProtocolException e) {
      return UNKNOWN;
    }
  }

  private List<Read> read(Property property) {
    int[] end = states.get(states.size() - 1);
    List<int[]> earlier = statesBehind();
    Substitution substitution = new Substitution(rerun.lab(), property, end);
    List<Read> read = new ArrayList<>();
    for (int node : rerun.lab().judges().nodesSeen(property, end)) {
      List<FieldView> fields = fields(node, end);
      for (int field = 0; field < fields.size(); field++) {
        if (filter.shows(node, fields.get(field).name())) {
          read.add(read(substitution, node, field, fields.get(field), earlier));
        }
      }
    }
    return read;
  }

  private List<FieldView> fields(int node, int[] state) {
    Lab lab = rerun.lab();
    return lab.runner().fields(node, lab.space().local(node, state[node]));
  }

  private List<int[]> statesBehind() {
    List<int[]> all = new ArrayList<>();
    all.add(behind.walk().state());
    for (Action action : actions) {
      behind.walk().take(behind.walk().translated(action, theirs));
      all.add(behind.walk().state());
    }
    return all;
  }

  private Read read(
      Substitution substitution, int node, int field, FieldView now, List<int[]> earlier) {
    Map<Integer, String> texts = new LinkedHashMap<>();
    int since = 0;
    for (int i = states.size() - 2; i >= 0 && since == 0; i--) {
      String text = texts.computeIfAbsent(states.get(i)[node], cell -> text(node, field, cell));
      since = text.equals(now.value()) ? 0 : i + 1;
    }
    // With its first content, or with that before its last change.
    boolean decisive =
        since > 0
            && (holds(substitution, node, field, earlier.get(0))
                || holds(substitution, node, field, earlier.get(since - 1)));
    return new Read(
        rerun.lab().participants().id(node).toString(), now.name(), now.value(), since, decisive);
  }

  private String text(int node, int field, int cell) {
    Lab lab = rerun.lab();
    return lab.runner().fields(node, lab.space().local(node, cell)).get(field).value();
  }

  private boolean holds(Substitution substitution, int node, int field, int[] state) {
    Lab lab = behind.lab();
    int local = lab.space().local(node, state[node]);
    Node past = lab.runner().restore(node, local, Arrangement.FORWARD);
    Object content = new NodeFields(past.getClass()).read(past, field);
    return substitution.value(node, field, content).orElse(false);
  }
}
