package dev.parley.engine.internal;

import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a replayed path shows of the properties that speak of what happens in the end. */
final class RunOfReplay {
  /** A goal that is out of reach is looked for in so many states. */
  private static final long STATES = 1_000_000;

  private final Rerun rerun;
  private final List<Property> properties;

  /** For each property and trigger, whether it was true in each state of the path. */
  private final Map<String, List<Boolean>> truths = new TreeMap<>();

  RunOfReplay(Rerun rerun) {
    this.rerun = rerun;
    this.properties = rerun.liveness();
  }

  /** Notes the state where the walk stands. */
  void observe() {
    for (Property property : properties) {
      note(property.name(), property);
      property.trigger().ifPresent(trigger -> note("when " + property.name(), trigger));
    }
  }

  private void note(String key, Property judged) {
    truths.computeIfAbsent(key, name -> new ArrayList<>()).add(rerun.holds(judged));
  }

  /** The properties that are broken because nothing more happens, or because of what cannot. */
  List<String> brokenByEnding() {
    boolean ends = properties.isEmpty() ? false : rerun.standsStill();
    return properties.stream()
        .filter(
            property ->
                property.kind() == Property.Kind.POSSIBLE
                    ? isOutOfReach(property)
                    : ends && staysFalse(property, truths.get(property.name()).size() - 1))
        .map(Property::name)
        .toList();
  }

  /** The properties that are broken if the steps from one on are repeated for ever. */
  List<String> brokenByRepeating(int loop) {
    return properties.stream()
        .filter(property -> property.kind() != Property.Kind.POSSIBLE)
        .filter(property -> staysFalse(property, loop - 1))
        .map(Property::name)
        .toList();
  }

  /** Whether a property is broken by a run that stays in the states from one on. */
  private boolean staysFalse(Property property, int from) {
    List<Boolean> truth = truths.get(property.name());
    return switch (property.kind()) {
      case EVENTUALLY -> !truth.contains(true);
      case RECURRING -> !truth.subList(from, truth.size()).contains(true);
      case LEADS_TO ->
          !truth.subList(from, truth.size()).contains(true)
              && truths
                  .get("when " + property.name())
                  .subList(truth.lastIndexOf(true) + 1, truth.size())
                  .contains(true);
      case INVARIANT, TERMINAL, REACHABLE, POSSIBLE -> false;
    };
  }

  private boolean isOutOfReach(Property property) {
    return LivenessCheck.isOutOfReach(rerun.lab(), rerun.walk().state(), property, STATES);
  }
}
