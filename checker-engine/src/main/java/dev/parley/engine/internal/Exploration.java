package dev.parley.engine.internal;

import dev.parley.engine.internal.reduce.Observations;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Progress;
import java.util.List;
import java.util.Optional;

/**
 * The second phase of a check: the search that decides the verdict. It is repeated if properties
 * looked at more than its reductions had reckoned with.
 */
final class Exploration {
  /** How many states are searched first for a violation that is near. */
  private static final long NEAR_STATES = 5_000;

  private final Model model;
  private final Participants participants;
  private final AuxiliaryContent auxiliary;
  private final SearchOptions options;
  private final Ports ports;
  private final StaticState statics;
  private final Allowance allowance;
  private final Observations known = new Observations();

  Exploration(
      Model model,
      Participants participants,
      AuxiliaryContent auxiliary,
      SearchOptions options,
      Ports ports,
      StaticState statics,
      Allowance allowance) {
    this.model = model;
    this.participants = participants;
    this.auxiliary = auxiliary;
    this.options = options;
    this.ports = ports;
    this.statics = statics;
    this.allowance = allowance;
  }

  /**
   * How the search ended.
   *
   * @param lab what was searched
   * @param auxiliary what was left out of its states
   * @param known what the search rests on
   * @param reductions what it left out
   * @param found what ended it before its time
   * @param exhausted which budget ended it
   * @param unreached the goals that no state has reached
   * @param snapshot its figures
   */
  record Explored(
      Lab lab,
      AuxiliaryContent auxiliary,
      Observations known,
      Reductions reductions,
      Optional<Found> found,
      Optional<Budget.Kind> exhausted,
      List<Property> unreached,
      Snapshot snapshot) {}

  Explored explored() {
    Optional<Explored> ended = Optional.empty();
    while (ended.isEmpty()) {
      Lab lab = Lab.of(model, participants, options, auxiliary.applied(), ports);
      lab.runner().watch(statics::afterExecution);
      lab.space().auditUnless(auxiliary::isProven, options.reduction().any());
      Reductions reductions = Reductions.install(lab, known, allowance);
      Explored explored = search(lab, reductions);
      if (reductions.assumptionsHold()) {
        ended = Optional.of(explored);
      }
    }
    return ended.get();
  }

  private Explored search(Lab lab, Reductions reductions) {
    if (reductions.selectNear(lab.space())) {
      Budget left = allowance.left();
      long states = Math.min(NEAR_STATES, left.states().orElse(NEAR_STATES));
      Explored near = search(lab, reductions, left.withStates(states), true);
      if (near.found().isPresent()) {
        return near;
      }
      lab.space().resetCounts();
      reductions.select(lab.space());
    }
    return search(lab, reductions, allowance.left(), false);
  }

  private Explored search(Lab lab, Reductions reductions, Budget bounds, boolean recordPaths) {
    Search search =
        lab.search(options, recordPaths, allowance.share(Progress.Phase.SEARCHING, bounds));
    search.run();
    return new Explored(
        lab,
        auxiliary,
        known,
        reductions,
        search.found(),
        search.exhausted(),
        search.unreached(),
        Snapshot.of(lab, search, reductions, allowance.spent()));
  }
}
