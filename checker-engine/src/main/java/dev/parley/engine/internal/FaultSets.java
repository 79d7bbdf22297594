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

  /** Nothing restarts where nothing crashes, and nothing heals without a partition. */
  private int[] thatCanHappen(int[] set) {
    int[] possible = set.clone();
    for (int limit = 0; limit < possible.length; limit++) {
      Faults.Kind kind = limits.get(limit).kind();
      if (kind == Faults.Kind.RESTART && !allows(set, Faults.Kind.CRASH)
          || kind == Faults.Kind.HEAL && !allows(set, Faults.Kind.PARTITION)) {
        possible[limit] = 0;
      }
    }
    return possible;
  }

  private boolean allows(int[] set, Faults.Kind kind) {
    for (int limit = 0; limit < set.length; limit++) {
      if (limits.get(limit).kind() == kind && set[limit] > 0) {
        return true;
      }
    }
    return false;
  }

  /** How many faults of each kind a set has. */
  List<FaultCount> counts(int[] set) {
    List<FaultCount> counts = new ArrayList<>();
    for (int limit = 0; limit < set.length; limit++) {
      if (set[limit] > 0) {
        counts.add(new FaultCount(limits.get(limit).label(), set[limit]));
      }
    }
    return counts;
  }
}
