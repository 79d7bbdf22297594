package dev.parley.engine.internal.space;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.history.Monitor;
import dev.parley.engine.internal.history.Monitors;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.Setting;
import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The histories of recorded operations as parts of the state: one component for each property about
 * them, behind those of another environment, which is otherwise left as it is.
 *
 * <p>A history is auxiliary to the protocol: no step depends on it, so local steps, cells and memos
 * are what they would be without. It is relevant to its property, so it belongs to the state. It
 * changes with a step that records something, by a function of its value, the node and the
 * recording, which is remembered; and with a restart, which interrupts the node's operation.
 *
 * <p><b>Partial order.</b> Two steps that record do not commute: what ended before something else
 * began tells histories apart. So steps of different nodes are not independent, and partial-order
 * reduction is not applied.
 *
 * <p><b>Dead messages.</b> To record something is an effect, so a message is dead only if no step
 * that consumes it can record anything. The steps that are lost then leave histories as they are.
 *
 * <p><b>Symmetry.</b> Under other names the clients of a history get other names, and nothing else
 * changes as long as no operation, result or state of the object mentions a node: whether an order
 * of operations fits does not depend on whose they are. If something mentions a node, symmetry is
 * given up ({@code StepSymmetry} looks at what steps record).
 *
 * <p><b>Auxiliary content.</b> What a step records must be the same on all variants of a local
 * state; the audit compares it like what a step sends.
 */
final class RecordingEnvironment implements Environment {
  private final Environment around;
  private final Participants participants;
  private final Recordings recordings;
  private final List<Recorder> recorders = new ArrayList<>();
  private final Map<String, Recorder> byProperty = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();

  /** For each layout, the value of each component. */
  private final int[][] initials;

  /** Pairs of a node and what it recorded. */
  private final PairTable events = new PairTable();

  /** For each component, what becomes of its values by such a pair. */
  private final List<LongIntMap> memos = new ArrayList<>();

  /** For each layout, the operations that are pending from the start, by node. */
  private final List<Map<Integer, Integer>> began = new ArrayList<>();

  private final Optional<String> named;

  private RecordingEnvironment(
      Environment around,
      Model model,
      Participants participants,
      StepRunner runner,
      boolean twice) {
    this.around = around;
    this.participants = participants;
    this.recordings = runner.recordings();
    int part = participants.count() + around.componentCount();
    for (Property property : model.recorded()) {
      Recorder recorder = new Recorder(part++, Monitors.of(property, runner, twice));
      recorders.add(recorder);
      byProperty.put(property.name(), recorder);
      names.add("history of " + property.name());
      memos.add(new LongIntMap());
    }
    model.setting().layouts().forEach(layout -> began.add(operations(layout)));
    initials =
        began.stream()
            .map(
                operations ->
                    recorders.stream()
                        .mapToInt(recorder -> recorder.monitor().beginning(operations))
                        .toArray())
            .toArray(int[][]::new);
    named = mention();
  }

  private Map<Integer, Integer> operations(Setting.Layout layout) {
    Map<Integer, Integer> operations = new LinkedHashMap<>();
    layout
        .operations()
        .forEach(
            (client, operation) ->
                operations.put(
                    participants.indexOf(client),
                    recordings.value(operation, "an operation pending from the start")));
    return operations;
  }

  /** What mentions a node although no step has recorded it. */
  private Optional<String> mention() {
    if (began.stream().flatMap(m -> m.values().stream()).anyMatch(recordings::mentionsNodes)) {
      return Optional.of("an operation that is pending from the start mentions a node");
    }
    return recorders.stream().anyMatch(recorder -> recorder.monitor().mentionsNodes())
        ? Optional.of("the specification of recorded operations mentions a node")
        : Optional.empty();
  }

  /** The environment, with the histories that the properties of a model are about. */
  static Environment around(
      Environment around, Model model, Participants participants, StepRunner runner) {
    return model.recorded().isEmpty()
        ? around
        : new RecordingEnvironment(around, model, participants, runner, runner.runsTwice());
  }

  private int component(int part) {
    return part - participants.count() - around.componentCount();
  }

  @Override
  public Independence independence() {
    return around
        .independence()
        .without(
            Assumption.STEPS_COMMUTE,
            "clients record operations, and the order in which they do makes a difference");
  }

  @Override
  public int componentCount() {
    return around.componentCount() + recorders.size();
  }

  @Override
  public int histories() {
    return recorders.size();
  }

  @Override
  public Map<Integer, Integer> began(int layout) {
    return began.get(layout);
  }

  @Override
  public Optional<Recorder> recorder(String property) {
    return Optional.ofNullable(byProperty.get(property));
  }

  @Override
  public String name(int component) {
    return component < around.componentCount()
        ? around.name(component)
        : names.get(component - around.componentCount());
  }

  @Override
  public int initial(int component, int layout) {
    return component < around.componentCount()
        ? around.initial(component, layout)
        : initials[layout][component - around.componentCount()];
  }

  @Override
  public int valueCount(int component) {
    return component < around.componentCount()
        ? around.valueCount(component)
        : recorders.get(component - around.componentCount()).monitor().count();
  }

  @Override
  public String text(int component, int value) {
    return component < around.componentCount()
        ? around.text(component, value)
        : recorders.get(component - around.componentCount()).monitor().text(value);
  }

  // What is recorded ---------------------------------------------------------------------------

  @Override
  public int recorded(int part, int value, int node, int recording) {
    LongIntMap memo = memos.get(component(part));
    int event = events.intern(node, recording);
    int known = memo.get(value, event);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    int after = value;
    Recorder recorder = recorders.get(component(part));
    for (int i = 0; i < recordings.length(recording); i++) {
      after = recorded(recorder.monitor(), after, node, recording, i);
      recorder.ends().addAndGet(recordings.isEnd(recording, i) ? 1 : 0);
    }
    memo.put(value, event, after);
    return after;
  }

  @Override
  public long worked() {
    long worked = around.worked();
    for (LongIntMap memo : memos) {
      worked += memo.size();
    }
    return worked;
  }

  private int recorded(Monitor monitor, int history, int node, int recording, int at) {
    int value = recordings.value(recording, at);
    if (recordings.isEnd(recording, at)) {
      if (monitor.operation(history, node).isEmpty()) {
        throw mistake(
            node,
            "ends an operation with "
                + (value == Recordings.NO_VALUE ? "returned()" : "the result " + text(value))
                + ", but has begun none. Call invoked() where the operation is asked for, and"
                + " returned() only for the first response to it");
      }
      return monitor.ended(history, node, value);
    }
    Optional<Integer> earlier = monitor.operation(history, node);
    if (earlier.isPresent() && !monitor.isInterrupted(history, node)) {
      throw mistake(
          node,
          "begins "
              + text(value)
              + " while "
              + text(earlier.get())
              + " has no result yet; a client has one operation at a time. Call returned() first, do"
              + " not call invoked() again for a request that is sent again, or let several nodes be"
              + " the clients");
    }
    return monitor.begun(history, node, value);
  }

  private String text(int value) {
    return Renderer.text(recordings.restore(value, Arrangement.FORWARD));
  }

  private ProtocolException mistake(int node, String what) {
    return new ProtocolException(
        participants.type(node).type().getName(), participants.id(node) + " " + what);
  }

  @Override
  public List<Change> actions(int[] state, Restarts restarts) {
    List<Change> actions = around.actions(state, restarts);
    if (actions.stream().noneMatch(RecordingEnvironment::restarts)) {
      return actions;
    }
    return actions.stream().map(one -> restarts(one) ? restarted(state, one) : one).toList();
  }

  private static boolean restarts(Change change) {
    return change.action().kind() == ActionKind.RESTART && change.thrown().isEmpty();
  }

  private Change restarted(int[] state, Change change) {
    int node = change.action().node();
    int before = change.parts().length;
    int[] parts = Arrays.copyOf(change.parts(), before + recorders.size());
    int[] values = Arrays.copyOf(change.values(), parts.length);
    for (int i = 0; i < recorders.size(); i++) {
      Recorder recorder = recorders.get(i);
      int history = recorder.monitor().interrupted(state[recorder.part()], node);
      parts[before + i] = recorder.part();
      values[before + i] =
          change.recorded() == Recordings.NOTHING
              ? history
              : recorded(recorder.part(), history, node, change.recorded());
    }
    return new Change(change.action(), parts, values, change.recorded(), change.thrown());
  }

  // The rest is the other environment's -----------------------------------------------------------

  @Override
  public int[] spent(int[] state) {
    return around.spent(state);
  }

  @Override
  public boolean enables(int[] state, int node) {
    return around.enables(state, node);
  }

  @Override
  public boolean carries(int[] state, int from, int to) {
    return around.carries(state, from, to);
  }

  @Override
  public void exposed(int[] state, BitSet into) {
    around.exposed(state, into);
  }

  @Override
  public boolean mayRestart(int node) {
    return around.mayRestart(node);
  }

  @Override
  public Optional<String> objectionTo(int[] image) {
    return around.objectionTo(image).or(() -> named);
  }

  @Override
  public void rename(int[] state, int[] image, int[] into) {
    around.rename(state, image, into);
    for (Recorder recorder : recorders) {
      into[recorder.part()] = recorder.monitor().renamed(state[recorder.part()], image);
    }
  }

  @Override
  public long mark(int[] state, int node) {
    long mark = around.mark(state, node);
    for (Recorder recorder : recorders) {
      mark = mark * 0x9E3779B97F4A7C15L + recorder.monitor().mark(state[recorder.part()], node);
    }
    return mark;
  }
}
