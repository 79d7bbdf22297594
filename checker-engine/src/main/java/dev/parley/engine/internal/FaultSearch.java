package dev.parley.engine.internal;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.search.SmallestFaults;
import dev.parley.engine.internal.search.SmallestFaults.Breaking;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The last phase of a check that found a violation among faults: which of the faults it takes. One
 * search goes on past violations and collects the {@link SmallestFaults}. The verdict is known by
 * then and stands, whatever becomes of this.
 */
final class FaultSearch {
  /** How often the time of the check, and how long at least, the search may take. */
  private static final int TIMES_THE_CHECK = 10;

  private static final Duration AT_LEAST = Duration.ofSeconds(30);

  private static final String INCOMPLETE =
      "not all combinations of faults were explored, so smaller ones than those named may break a"
          + " property, and others beside them: ";

  private static final String ENDINGS_OPEN =
      "what happens in the end was not judged, so sets of faults that break no property of states"
          + " may break one of runs";

  private final Telling telling;
  private final Lab lab;
  private final Allowance allowance;
  private final FaultSets sets;

  /**
   * Looks for the smallest sets of faults.
   *
   * @param telling tells how a violation comes about
   * @param lab where it was found
   * @param allowance hears of progress
   */
  FaultSearch(Telling telling, Lab lab, Allowance allowance) {
    this.telling = telling;
    this.lab = lab;
    this.allowance = allowance;
    this.sets = new FaultSets(lab.model().setting().faults().limits());
  }

  /** Whether a violation depends on faults: more of them never keep a goal from being reached. */
  static boolean applies(Lab lab, Found found) {
    return found.mistake().isEmpty()
        && !lab.model().setting().faults().isNone()
        // Which sets of faults are harmless, only a search can tell.
        && lab.options().exploration().walks().isEmpty();
  }

  /** The result with what was found. */
  InstanceResult explained(InstanceResult result) {
    try {
      return searched(result);
    } catch (OutOfMemoryError e) {
      return result.warned(INCOMPLETE + "there was not enough memory; raise -Dparley.heap");
    }
  }

  private InstanceResult searched(InstanceResult result) {
    Lab all = withoutReductions();
    SmallestFaults smallest = new SmallestFaults(all.space());
    Search search =
        all.search(
            ShortestPath.nearestFirst(lab.options()),
            true,
            allowance.share(Progress.Phase.TELLING, bounds()));
    search.collectInto(smallest);
    search.run();
    List<BreakingFaults> breaking = new ArrayList<>();
    try {
      for (Breaking set : smallest.smallest()) {
        breaking.add(told(set, all));
      }
    } catch (ProtocolException e) {
      return result.warned(INCOMPLETE + e.getMessage());
    }
    Optional<String> obstacle = obstacle(search);
    if (obstacle.isPresent()) {
      return result.with(breaking, List.of()).warned(INCOMPLETE + obstacle.get());
    }
    InstanceResult explained =
        result.with(
            breaking, sets.harmless(smallest.smallest().stream().map(Breaking::spent).toList()));
    return lab.model().liveness().isEmpty() ? explained : explained.warned(ENDINGS_OPEN);
  }

  private Budget bounds() {
    Duration some = allowance.spent().multipliedBy(TIMES_THE_CHECK);
    Duration most = some.compareTo(AT_LEAST) > 0 ? some : AT_LEAST;
    Budget left = allowance.left();
    return new Budget(
        Optional.empty(),
        left.time().filter(time -> time.compareTo(most) < 0).or(() -> Optional.of(most)),
        left.memoryBytes(),
        left.depth());
  }

  private Optional<String> obstacle(Search search) {
    return search
        .found()
        .flatMap(Found::mistake)
        .map(ProtocolException::getMessage)
        .or(
            () ->
                search
                    .exhausted()
                    .map(
                        kind ->
                            "the search for them ended after "
                                + search.states()
                                + " states, by its limit of "
                                + kind.name().toLowerCase(Locale.ROOT)
                                + ". Allow fewer faults, or explore a smaller instance"))
        .or(() -> lab.model().setting().peers().incomplete(lab.participants().ids()));
  }

  /** A path that leaves out what is without effect is not the shortest to a terminal state. */
  private Lab withoutReductions() {
    if (lab.options().reduction().deadMessages()) {
      Lab all = lab.withNewSpace(lab.options());
      all.space().keepNames();
      all.space().auditUnless(telling::isProven, true);
      return all;
    }
    lab.space().selectAll();
    lab.space().keepNames();
    return lab;
  }

  private BreakingFaults told(Breaking set, Lab where) {
    Trace trace = telling.trace(new ShortestPath.Path(set.found(), where.space()));
    return new BreakingFaults(
        sets.counts(set.spent()),
        set.found().property().map(Property::name).orElse(Violation.EXCEPTION),
        Optional.of(trace));
  }
}
