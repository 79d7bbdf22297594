package dev.parley.engine.internal;

import dev.parley.api.Fairness;
import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.Liveness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says how it was judged what happens in the end. */
final class LivenessReports {
  private LivenessReports() {}

  static Optional<Liveness> of(Model model, Optional<LivenessCheck.Outcome> outcome) {
    return outcome.map(
        known ->
            new Liveness(fairness(model), known.states(), known.transitions(), known.components()));
  }

  /** What is taken for granted of runs that go on for ever. */
  private static List<String> fairness(Model model) {
    boolean asksForRuns =
        model.liveness().stream().anyMatch(p -> p.kind() != Property.Kind.POSSIBLE);
    if (!asksForRuns) {
      return List.of();
    }
    List<String> said = new ArrayList<>();
    said.add("A handler that from some time on always could run, runs again.");
    named(model, Fairness.STRONG)
        .ifPresent(
            names ->
                said.add(
                    "Even if they could not run in between, these run again and again if they could"
                        + " run again and again: "
                        + names
                        + "."));
    named(model, Fairness.NONE)
        .ifPresent(names -> said.add("These need never run: " + names + "."));
    said.add("A message that from some time on always could be consumed, is consumed.");
    if (!model.setting().faults().isNone()) {
      said.add("No fault needs to happen.");
    }
    return said;
  }

  private static Optional<String> named(Model model, Fairness fairness) {
    String names =
        model.types().stream()
            .distinct()
            .flatMap(type -> type.handlers().stream())
            .filter(handler -> !handler.isRestart() && handler.fairness() == fairness)
            .map(Handler::qualifiedName)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
