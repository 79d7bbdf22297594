package dev.parley.engine.internal.trace;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.history.Monitor;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.result.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What clients record along a walk, event by event, and the timeline that this makes. */
public final class RecordedOperations {
  private enum Kind {
    BEGIN,
    END,
    RESTART
  }

  /** Something that was recorded, with the step in which it was. */
  private record Event(int step, int client, Kind kind, int value) {}

  private final Participants participants;
  private final Recordings recordings;
  private final Map<Integer, Integer> began;
  private final List<Event> events = new ArrayList<>();

  RecordedOperations(Participants participants, StepRunner runner, Map<Integer, Integer> began) {
    this.participants = participants;
    this.recordings = runner.recordings();
    this.began = began;
  }

  void note(int step, int client, int recording) {
    for (int i = 0; i < recordings.length(recording); i++) {
      Kind kind = recordings.isEnd(recording, i) ? Kind.END : Kind.BEGIN;
      events.add(new Event(step, client, kind, recordings.value(recording, i)));
    }
  }

  void noteRestart(int client) {
    events.add(new Event(0, client, Kind.RESTART, Recordings.NO_VALUE));
  }

  /**
   * The operations so far, and the first that does not fit.
   *
   * @param demand what a property demands of them
   * @param monitor judges them
   */
  public Timeline timeline(String demand, Monitor monitor) {
    Telling telling = new Telling(monitor);
    events.forEach(telling::tell);
    return new Timeline(demand, telling.operations, telling.misfit, telling.fitting);
  }

  private final class Telling {
    private final Monitor monitor;
    private final List<Timeline.Operation> operations = new ArrayList<>();

    /** The place of each client's open operation. */
    private final Map<Integer, Integer> open = new HashMap<>();

    private Optional<Integer> misfit = Optional.empty();
    private List<String> fitting = List.of();
    private int history;

    Telling(Monitor monitor) {
      this.monitor = monitor;
      history = monitor.beginning(began);
      began.forEach((client, operation) -> begin(0, client, operation));
    }

    void tell(Event event) {
      switch (event.kind) {
        case BEGIN -> {
          orphan(event.client);
          begin(event.step, event.client, event.value);
          history = monitor.begun(history, event.client, event.value);
        }
        case END -> end(event);
        case RESTART -> history = monitor.interrupted(history, event.client);
      }
    }

    private void begin(int step, int client, int operation) {
      open.put(client, operations.size());
      operations.add(
          new Timeline.Operation(
              participants.id(client).toString(),
              text(operation),
              step,
              Optional.empty(),
              Optional.empty(),
              false));
    }

    private void orphan(int client) {
      Integer place = open.remove(client);
      if (place != null) {
        Timeline.Operation one = operations.get(place);
        operations.set(
            place,
            new Timeline.Operation(
                one.client(), one.operation(), one.began(), one.ended(), one.result(), true));
      }
    }

    private void end(Event event) {
      int place = open.remove(event.client);
      Timeline.Operation one = operations.get(place);
      Optional<String> result =
          event.value == Recordings.NO_VALUE ? Optional.empty() : Optional.of(text(event.value));
      operations.set(
          place,
          new Timeline.Operation(
              one.client(), one.operation(), one.began(), Optional.of(event.step), result, false));
      int after = monitor.ended(history, event.client, event.value);
      if (misfit.isEmpty() && !monitor.fits(after)) {
        misfit = Optional.of(place);
        fitting =
            monitor.fitting(history, event.client).stream()
                .map(value -> value == Recordings.NO_VALUE ? "no result" : text(value))
                .sorted()
                .toList();
      }
      history = after;
    }
  }

  private String text(int value) {
    return Renderer.text(recordings.restore(value, Arrangement.FORWARD));
  }
}
