package dev.parley.engine.reference;

import dev.parley.engine.model.Property;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks whether auxiliary content makes a difference: two states that are equal without it must
 * have the same transitions to the same states without it, and give every property the same value.
 *
 * <p>It compares whole states that were reached. The engine compares local steps on all auxiliary
 * content it knows of, reached together or not, so it may see a breach where this sees none.
 */
final class NaiveAudit implements NaiveChecker.Observer {
  private final NaiveSteps steps;
  private final List<Property> properties;
  private final Map<List<String>, Seen> first = new HashMap<>();
  private Optional<String> breach = Optional.empty();

  /** What a state looks like without auxiliary content. */
  private record Sight(Set<List<Object>> transitions, List<Boolean> values) {}

  /** A state and its transitions; most are never compared, so what they look like waits. */
  private record Seen(NaiveState state, List<NaiveStep> enabled) {}

  NaiveAudit(NaiveSteps steps, List<Property> properties) {
    this.steps = steps;
    this.properties = properties;
  }

  /** The first difference found. */
  Optional<String> breach() {
    return breach;
  }

  @Override
  public void expanded(NaiveState state, List<NaiveStep> enabled, boolean cut) {
    Seen now = new Seen(state, enabled);
    Seen before = first.putIfAbsent(state.relevant(), now);
    if (before != null && breach.isEmpty() && !sight(before).equals(sight(now))) {
      breach =
          Optional.of(
              "auxiliary content makes a difference between %s and %s"
                  .formatted(before.state().full(), state.full()));
    }
  }

  private Sight sight(Seen seen) {
    NaiveWorld world = new NaiveWorld(steps.ids(), seen.state());
    return new Sight(
        seen.enabled().stream().map(NaiveAudit::relevant).collect(Collectors.toSet()),
        properties.stream().map(p -> p.predicate().test(world)).toList());
  }

  private static List<Object> relevant(NaiveStep step) {
    return List.of(step.relevant(), step.next().map(NaiveState::relevant).orElse(List.of()));
  }
}
