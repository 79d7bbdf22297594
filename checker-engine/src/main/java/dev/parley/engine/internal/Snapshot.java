package dev.parley.engine.internal;

import dev.parley.engine.internal.search.Explorer;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.Profile;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.WalkFigures;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All figures of a search, taken at one moment: the end of the search that decides the verdict. A
 * result takes its figures from here and from nowhere else, so they cannot contradict each other,
 * whatever runs afterwards.
 *
 * @param figures how much was explored
 * @param profile what was met where
 * @param coverage what was exercised
 * @param reductions what became of the reductions that were asked for
 * @param evaluations how often each property's code ran, by the property's name
 * @param reached the names of the goals that were reached
 */
record Snapshot(
    Figures figures,
    Profile profile,
    Coverage coverage,
    List<AppliedReduction> reductions,
    Map<String, Long> evaluations,
    Set<String> reached) {
  /** Nothing was searched. */
  static final Snapshot NONE =
      new Snapshot(Figures.NONE, Profile.NONE, Coverage.NONE, List.of(), Map.of(), Set.of());

  /** What a progress report tells of a search that did not live to tell more. */
  static Snapshot of(Progress last) {
    return new Snapshot(
        Figures.of(last), Profile.NONE, Coverage.NONE, List.of(), Map.of(), Set.of());
  }

  static Snapshot of(Lab lab, Explorer search, List<AppliedReduction> reductions, Duration spent) {
    Map<String, Long> evaluations = new HashMap<>();
    Set<String> reached = new HashSet<>();
    for (Property property : lab.model().properties()) {
      evaluations.put(property.name(), evaluations(lab, property));
      if (lab.judges().reached(property)) {
        reached.add(property.name());
      }
    }
    return new Snapshot(
        figures(search, lab.runner(), lab.judges(), spent),
        profile(search, lab.space()),
        coverage(lab.model(), lab.space(), evaluations),
        List.copyOf(reductions),
        Map.copyOf(evaluations),
        Set.copyOf(reached));
  }

  /** A history in which no operation ended says nothing. */
  private static long evaluations(Lab lab, Property property) {
    return lab.space()
        .environment()
        .recorder(property.name())
        .map(recorder -> recorder.ends().get())
        .orElseGet(() -> lab.judges().runs(property));
  }

  /** The same with something else to say about reductions. */
  Snapshot with(List<AppliedReduction> others) {
    return new Snapshot(figures, profile, coverage, others, evaluations, reached);
  }

  /** The same with what random walks came to. */
  Snapshot with(WalkFigures walks) {
    return new Snapshot(figures, profile.with(walks), coverage, reductions, evaluations, reached);
  }

  /** How often a property's code ran. */
  long evaluations(Property property) {
    return evaluations.getOrDefault(property.name(), 0L);
  }

  /** Whether a goal was reached. */
  boolean reached(Property property) {
    return reached.contains(property.name());
  }

  private static Figures figures(
      Explorer search, StepRunner runner, Judges judges, Duration spent) {
    return new Figures(
        search.states(),
        search.transitions(),
        search.greatestDepth(),
        search.terminalStates(),
        new Figures.UserCode(runner.handlerRuns(), runner.guardRuns(), judges.runs()),
        runner.localStates(),
        runner.messages().size(),
        search.bytes(),
        new Figures.Stack(search.pushes(), search.peakStack()),
        spent.toMillis());
  }

  private static Profile profile(Explorer search, StateSpace space) {
    return new Profile(
        search.statesByDepth(),
        space.transitionsByAction().entrySet().stream()
            .map(entry -> new Profile.StepCount(entry.getKey(), entry.getValue()))
            .toList(),
        Optional.empty());
  }

  private static Coverage coverage(Model model, StateSpace space, Map<String, Long> evaluations) {
    TreeMap<String, Boolean> handlers = space.handlersFired();
    List<Class<?>> sent = space.messages().types();
    return new Coverage(
        handlers.keySet().stream().filter(handlers::get).toList(),
        handlers.keySet().stream().filter(handler -> !handlers.get(handler)).toList(),
        sent.stream().map(Class::getSimpleName).sorted().distinct().toList(),
        model.types().stream()
            .flatMap(type -> type.handlers().stream())
            .filter(handler -> handler.kind() != Handler.Kind.STEP)
            .<Class<?>>map(Handler::messageType)
            .filter(type -> sent.stream().noneMatch(type::isAssignableFrom))
            .map(Class::getSimpleName)
            .sorted()
            .distinct()
            .toList(),
        model.properties().stream()
            .filter(property -> property.kind() == Property.Kind.TERMINAL)
            .filter(property -> evaluations.get(property.name()) == 0)
            .map(Property::name)
            .toList());
  }
}
