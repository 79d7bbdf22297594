package dev.parley.engine.internal;

import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.internal.ltl.RunWord;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** What a replayed path shows of the properties that speak of what happens in the end. */
final class RunOfReplay {
  /** A goal that is out of reach is looked for in so many states. */
  private static final long STATES = 1_000_000;

  private final Rerun rerun;
  private final List<Property> properties;

  /** For each property and trigger, whether it was true in each state of the path. */
  private final Map<String, List<Boolean>> truths = new TreeMap<>();

  private int moments;

  RunOfReplay(Rerun rerun) {
    this.rerun = rerun;
    this.properties = rerun.liveness();
  }

  /** Notes the state where the walk stands. */
  void observe() {
    for (Property property : properties) {
      if (property.formula().isPresent()) {
        property.states().forEach(state -> note(key(property, state.name()), state.property()));
      } else {
        note(property.name(), property);
      }
      property.trigger().ifPresent(trigger -> note("when " + property.name(), trigger));
    }
    moments++;
  }

  private static String key(Property property, String state) {
    return property.name() + ": " + state;
  }

  private void note(String key, Property judged) {
    List<Boolean> known = truths.computeIfAbsent(key, name -> new ArrayList<>());
    // A formula may have several predicates of one name; they were found to mean the same.
    if (known.size() == moments) {
      known.add(rerun.holds(judged));
    }
  }

  /** The properties that are broken because nothing more happens, or because of what cannot. */
  List<String> brokenByEnding() {
    boolean rests = properties.isEmpty() ? false : rerun.mayRest();
    return properties.stream()
        .filter(
            property ->
                property.kind() == Property.Kind.POSSIBLE
                    ? isOutOfReach(property)
                    : rests && isBroken(property, moments, moments - 1))
        .map(Property::name)
        .toList();
  }

  /** The properties that are broken if the steps from one on are repeated for ever. */
  List<String> brokenByRepeating(int loop) {
    return properties.stream()
        .filter(property -> property.kind() != Property.Kind.POSSIBLE)
        // The last moment is the first one of the loop once more.
        .filter(property -> isBroken(property, moments - 1, loop - 1))
        .map(Property::name)
        .toList();
  }

  /** Whether a property is broken by a run of so many moments that goes on with an earlier one. */
  private boolean isBroken(Property property, int count, int from) {
    return property
        .formula()
        .map(formula -> !new RunWord(count, from, truth(property)).satisfies(formula))
        .orElseGet(() -> staysFalse(property, from));
  }

  private BiPredicate<String, Integer> truth(Property property) {
    return (state, moment) -> truths.get(key(property, state)).get(moment);
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
      case INVARIANT, TERMINAL, REACHABLE, POSSIBLE, FORMULA -> false;
    };
  }

  private boolean isOutOfReach(Property property) {
    return LivenessCheck.isOutOfReach(rerun.lab(), rerun.walk().state(), property, STATES);
  }
}
