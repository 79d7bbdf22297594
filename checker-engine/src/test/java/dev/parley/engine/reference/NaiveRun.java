package dev.parley.engine.reference;

import dev.parley.api.Fairness;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A run that goes on for ever, taken once more step by step: whether it closes, is fair, and breaks
 * a property. A trace may mean several runs, since texts need not tell all values apart; one of
 * them must do.
 */
final class NaiveRun {
  /** A state, and how it was come to: nothing for the first. */
  private record Place(NaiveState state, List<NaiveStep> by) {}

  private final NaiveSteps steps;
  private final int loop;
  private final Function<NaiveHandler, Fairness> fairness;
  private final List<List<Place>> runs;

  private NaiveRun(
      NaiveSteps steps,
      int loop,
      Function<NaiveHandler, Fairness> fairness,
      List<List<Place>> runs) {
    this.steps = steps;
    this.loop = loop;
    this.fairness = fairness;
    this.runs = runs;
  }

  static NaiveRun of(
      Model model,
      Trace trace,
      Function<Object, String> text,
      Function<NaiveHandler, Fairness> fairness) {
    NaiveSteps steps = new NaiveSteps(model);
    NaiveReplay replay = new NaiveReplay(model, text);
    List<List<Place>> runs = new ArrayList<>();
    steps.initials().forEach(initial -> runs.add(List.of(new Place(initial, List.of()))));
    for (Trace.TraceStep step : trace.steps()) {
      NaiveReplay.Line line = NaiveReplay.Line.of(step);
      List<List<Place>> longer = new ArrayList<>();
      for (List<Place> run : runs) {
        for (NaiveStep enabled : steps.from(run.get(run.size() - 1).state())) {
          if (replay.means(line, enabled) && longer.size() < 64) {
            List<Place> next = new ArrayList<>(run);
            next.add(new Place(enabled.next().orElseThrow(), List.of(enabled)));
            longer.add(next);
          }
        }
      }
      runs.clear();
      runs.addAll(longer);
    }
    return new NaiveRun(steps, trace.loop().orElse(0), fairness, runs);
  }

  /** What is wrong with all of the runs that are meant; nothing if one of them is right. */
  List<String> objections(Property property) {
    List<String> all = new ArrayList<>();
    for (List<Place> run : runs) {
      List<String> objections = objections(run, property);
      if (objections.isEmpty()) {
        return List.of();
      }
      all.addAll(objections);
    }
    return all.isEmpty() ? List.of("the run cannot be taken") : all;
  }

  private List<String> objections(List<Place> run, Property property) {
    List<String> objections = new ArrayList<>();
    if (!breaks(run, property)) {
      objections.add("the run does not break " + property.name());
    }
    if (property.kind() == Property.Kind.POSSIBLE) {
      return objections;
    }
    Place last = run.get(run.size() - 1);
    if (loop == 0) {
      if (!NaiveLiveness.owed(steps.from(last.state()), fairness).isEmpty()) {
        objections.add("the run cannot rest there");
      }
      return objections;
    }
    List<Place> round = run.subList(loop - 1, run.size());
    if (!round.get(0).state().relevant().equals(last.state().relevant())) {
      objections.add("the loop does not close");
    }
    objections.addAll(unfairness(round));
    return objections;
  }

  private List<String> unfairness(List<Place> round) {
    Set<String> always =
        new TreeSet<>(NaiveLiveness.owed(steps.from(round.get(0).state()), fairness));
    Set<String> musts = new TreeSet<>();
    for (Place place : round) {
      List<NaiveStep> enabled = steps.from(place.state());
      always.retainAll(NaiveLiveness.owed(enabled, fairness));
      musts.addAll(NaiveLiveness.strong(enabled, fairness));
    }
    for (Place place : round.subList(1, round.size())) {
      place.by().forEach(step -> always.removeAll(NaiveLiveness.does(step)));
      place.by().forEach(step -> musts.removeAll(NaiveLiveness.does(step)));
    }
    List<String> unfair = new ArrayList<>();
    always.forEach(debt -> unfair.add("the loop always puts off that " + debt));
    musts.forEach(debt -> unfair.add("the loop puts off again and again that " + debt));
    return unfair;
  }

  private boolean breaks(List<Place> run, Property property) {
    if (property.formula().isPresent()) {
      return !isSatisfied(run, property);
    }
    List<Boolean> truth = run.stream().map(place -> isTrue(property, place)).toList();
    int end = truth.size();
    return switch (property.kind()) {
      case EVENTUALLY -> !truth.contains(true);
      case RECURRING -> !truth.subList(loop == 0 ? end - 1 : loop - 1, end).contains(true);
      case POSSIBLE -> !truth.get(end - 1);
      default -> {
        Property trigger = property.trigger().orElseThrow();
        int last = truth.lastIndexOf(true) + 1;
        yield run.subList(last, end).stream().anyMatch(place -> isTrue(trigger, place));
      }
    };
  }

  /** A run that ends stays where it is; the last place of a loop is its first one once more. */
  private boolean isSatisfied(List<Place> run, Property property) {
    Map<String, List<Boolean>> truths = new HashMap<>();
    property
        .states()
        .forEach(
            state ->
                truths.put(
                    state.name(),
                    run.stream().map(place -> isTrue(state.property(), place)).toList()));
    int moments = loop == 0 ? run.size() : run.size() - 1;
    return new NaiveFormula(
            moments,
            loop == 0 ? moments - 1 : loop - 1,
            (state, moment) -> truths.get(state).get(moment))
        .isTrue(property.formula().orElseThrow(), 0);
  }

  private boolean isTrue(Property property, Place place) {
    return property.predicate().test(new NaiveWorld(steps.ids(), place.state()));
  }
}
