package dev.parley.engine.internal.space;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchOptions;
import java.util.Set;

/**
 * A state space put together by hand, with ports of the test's choice.
 *
 * @param model the instance
 * @param options how it is searched
 * @param participants its nodes
 * @param runner runs its steps
 * @param space its states
 */
public record Spaces(
    Model model,
    SearchOptions options,
    Participants participants,
    StepRunner runner,
    StateSpace space) {

  /** The space of a model. */
  public static Spaces of(Model model, SearchOptions options, Ports ports) {
    Participants participants = new Participants(model);
    StepRunner runner = new StepRunner(model, participants, options, Set.of());
    StateSpace space = new StateSpace(participants, runner, options, ports);
    return new Spaces(model, options, participants, runner, space);
  }

  /** A runner for one more cursor. */
  public StepRunner anotherRunner() {
    return new StepRunner(model, participants, options, Set.of(), space.dictionary().contents());
  }

  /** The search of all states, done. */
  public Search searched() {
    return searched(options, false);
  }

  /** A search, done. */
  public Search searched(SearchOptions how, boolean recordPaths) {
    Judges judges =
        new Judges(model.properties(), participants, space, runner, true, property -> Set.of());
    Search search = new Search(space, judges, how, recordPaths, Allowance.unlimited().share());
    search.run();
    return search;
  }
}
