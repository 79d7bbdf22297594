package dev.parley.engine.internal;

import dev.parley.api.Faults;
import dev.parley.engine.internal.search.SmallestFaults;
import dev.parley.engine.result.FaultSet;
import dev.parley.engine.result.Surroundings.FaultCount;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets of faults in words.
 *
 * @param limits the budgets of an instance
 */
record FaultSets(List<Faults.Limit> limits) {

  /** The greatest sets of faults that contain none of some that break a property. */
  List<FaultSet> harmless(List<int[]> smallest) {
    int[] budget = limits.stream().mapToInt(Faults.Limit::most).toArray();
    return SmallestFaults.greatest(
            SmallestFaults.greatestHarmless(budget, smallest).stream()
                .map(this::thatCanHappen)
                .toList())
        .stream()
        .map(set -> new FaultSet(counts(set)))
        .toList();
  }

  /**
   * Nothing restarts where nothing crashes, and nothing heals without a partition. What spends from
   * one budget and from a wider one happens no more often than the wider one allows.
   */
  private int[] thatCanHappen(int[] set) {
    int[] possible = set.clone();
    for (int limit = 0; limit < possible.length; limit++) {
      Faults.Kind kind = limits.get(limit).kind();
      if (kind == Faults.Kind.RESTART && !allows(set, Faults.Kind.CRASH)
          || kind == Faults.Kind.HEAL && !allows(set, Faults.Kind.PARTITION)) {
        possible[limit] = 0;
      }
      for (int wider = 0; wider < set.length; wider++) {
        if (includes(limits.get(wider), limits.get(limit))) {
          possible[limit] = Math.min(possible[limit], set[wider]);
        }
      }
    }
    return possible;
  }

  private static boolean includes(Faults.Limit wider, Faults.Limit limit) {
    return wider.kind() == limit.kind()
        && (wider.role().isEmpty() || wider.role().equals(limit.role()))
        && wider.type().isAssignableFrom(limit.type());
  }

  private boolean allows(int[] set, Faults.Kind kind) {
    for (int limit = 0; limit < set.length; limit++) {
      if (limits.get(limit).kind() == kind && set[limit] > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many faults of each kind a set has. That it has none is told where another budget would
   * allow some of them: two losses, none of them of a vote, are less than any two.
   */
  List<FaultCount> counts(int[] set) {
    List<FaultCount> counts = new ArrayList<>();
    for (int limit = 0; limit < set.length; limit++) {
      if (set[limit] > 0 || isAllowedElsewhere(set, limits.get(limit))) {
        counts.add(new FaultCount(limits.get(limit).label(), set[limit]));
      }
    }
    return counts;
  }

  private boolean isAllowedElsewhere(int[] set, Faults.Limit limit) {
    for (int other = 0; other < set.length; other++) {
      if (set[other] > 0 && mayBothBeSpent(limits.get(other), limit)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one fault may spend from both, as far as can be told without knowing all classes. */
  private static boolean mayBothBeSpent(Faults.Limit one, Faults.Limit other) {
    boolean sameRole =
        one.role().isEmpty() || other.role().isEmpty() || one.role().equals(other.role());
    boolean sameType =
        one.type().isInterface()
            || other.type().isInterface()
            || one.type().isAssignableFrom(other.type())
            || other.type().isAssignableFrom(one.type());
    return one.kind() == other.kind() && sameRole && sameType;
  }
}
