package dev.parley.engine.internal;

import dev.parley.engine.internal.search.FieldFilter;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.trace.Walk;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Violation;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A path taken once more from the initial state, on full states, by a runner of its own, so that
 * auxiliary content is what it really is. Unless asked otherwise each step runs once, so that a
 * debugger stops in it once.
 */
final class Rerun {
  private final Lab lab;
  private final Walk walk;

  Rerun(
      Model model,
      Participants participants,
      boolean twice,
      Set<Field> auxiliaryFields,
      Ports ports,
      int layout) {
    SearchOptions options = SearchOptions.DEFAULT.withRunTwice(twice);
    lab = Lab.of(model, participants, options, auxiliaryFields, ports);
    walk = new Walk(participants, lab.runner(), lab.space(), layout);
  }

  StepRunner runner() {
    return lab.runner();
  }

  Walk walk() {
    return walk;
  }

  Lab lab() {
    return lab;
  }

  /**
   * The properties that are false where the walk stands; goals are not asked. Invariants are judged
   * before any step from there is tried, as the search does: a mistake in such a step must not hide
   * them.
   */
  List<String> violated() {
    int[] cells = walk.state();
    List<String> violated = violated(Property.Kind.INVARIANT, cells);
    if (!violated.isEmpty()) {
      return violated;
    }
    return lab.space().isTerminal(cells) ? violated(Property.Kind.TERMINAL, cells) : List.of();
  }

  /** The properties that speak of what happens in the end. */
  List<Property> liveness() {
    return lab.model().liveness();
  }

  /** Whether nothing can happen where the walk stands, but for faults. */
  boolean hasEnded() {
    return lab.space().isTerminal(walk.state());
  }

  /** Whether nothing is owed where the walk stands, so that a fair run may stay there for ever. */
  boolean mayRest() {
    return lab.space().newObligations().areNone(walk.state(), lab.space().environment());
  }

  /** Whether a property is true where the walk stands. */
  boolean holds(Property property) {
    return lab.judges().holds(property, walk.state());
  }

  /**
   * What a property looks at where the walk stands.
   *
   * @param reads tells of which fields of a node the content is shown
   */
  List<Violation.Seen> seen(Property property, FieldFilter reads) {
    return lab.judges().seen(property, walk.state(), reads);
  }

  /** The history of recorded operations where the walk stands, for a property about these. */
  Optional<Timeline> timeline(Property property) {
    return lab.space()
        .environment()
        .recorder(property.name())
        .map(
            recorder ->
                walk.operations()
                    .timeline(
                        property.consistency().orElseThrow().kind().label(), recorder.monitor()));
  }

  /**
   * An action that can be taken where the walk stands; nothing if there is none. A search that
   * drops dead messages takes a state for terminal that still has them; consuming them makes it so.
   */
  Optional<Action> anyAction() {
    return lab.space().firstStep(walk.state());
  }

  private List<String> violated(Property.Kind kind, int[] cells) {
    return lab.model().properties().stream()
        .filter(property -> property.kind() == kind)
        .filter(property -> !lab.judges().holds(property, cells))
        .map(Property::name)
        .toList();
  }
}
