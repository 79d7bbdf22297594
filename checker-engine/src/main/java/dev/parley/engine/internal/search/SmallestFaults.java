package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the smallest sets of faults that break something, each with the nearest finding, in one
 * nearest-first search.
 *
 * <p>What has been spent of each budget is part of every state and never becomes less on the way.
 * So whatever is found behind a state needs at least what is spent there: once some set of faults
 * is known to break something, states where all of it is spent lead to no smaller set and are not
 * explored any further. The states on the way to a smallest set spend no more than it does, so none
 * of them is left out before it is found, and the first finding is the nearest: a nearest-first
 * search meets states in the order of their distance. Only the level at which a state without
 * successors is judged lies one below that of its neighbours, which {@link #wants} allows for.
 *
 * <p>A run that spends a set of faults is also a run of the instance that allows just these,
 * because faults ask of a budget only that it is not used up. So with any set that contains none of
 * those collected, all runs are as they should be.
 */
public final class SmallestFaults implements Search.Collector {
  private final StateSpace space;
  private final List<Breaking> smallest = new ArrayList<>();

  /** For the states of a space. */
  public SmallestFaults(StateSpace space) {
    this.space = space;
  }

  /**
   * What breaks something.
   *
   * @param spent how much of each budget it takes
   * @param found the nearest finding that takes no more
   */
  public record Breaking(int[] spent, Found found) {}

  @Override
  public boolean explores(int[] state) {
    int[] spent = space.spent(state);
    return smallest.stream().noneMatch(known -> contains(spent, known.spent()));
  }

  @Override
  public boolean wants(int[] state, long depth) {
    int[] spent = space.spent(state);
    return smallest.stream()
        .noneMatch(
            known ->
                contains(spent, known.spent())
                    && (known.found().depth() <= depth || !Arrays.equals(spent, known.spent())));
  }

  @Override
  public void take(int[] state, Found found) {
    int[] spent = space.spent(state);
    smallest.removeIf(known -> contains(known.spent(), spent));
    smallest.add(new Breaking(spent, found));
  }

  /** The smallest sets, those of fewer faults first. */
  public List<Breaking> smallest() {
    return smallest.stream().sorted((one, other) -> compare(one.spent(), other.spent())).toList();
  }

  /** Puts sets of fewer faults first. */
  public static int compare(int[] one, int[] other) {
    int size = Integer.compare(sum(one), sum(other));
    return size != 0 ? size : Arrays.compare(other, one);
  }

  /**
   * The greatest sets of faults within a budget that contain none of the smallest sets. Begins with
   * the whole budget; whatever contains a smallest set is replaced by what lacks one of its faults.
   */
  public static List<int[]> greatestHarmless(int[] budget, List<int[]> smallest) {
    List<int[]> harmless = List.of(budget);
    for (int[] breaking : smallest) {
      List<int[]> next = new ArrayList<>();
      for (int[] set : harmless) {
        if (contains(set, breaking)) {
          addWithOneLess(set, breaking, next);
        } else {
          next.add(set);
        }
      }
      harmless = greatest(next);
    }
    return harmless;
  }

  private static void addWithOneLess(int[] set, int[] breaking, List<int[]> into) {
    for (int limit = 0; limit < set.length; limit++) {
      if (breaking[limit] > 0) {
        int[] less = set.clone();
        less[limit] = breaking[limit] - 1;
        into.add(less);
      }
    }
  }

  /** Those that are contained in no other, each once. */
  public static List<int[]> greatest(List<int[]> sets) {
    List<int[]> greatest = new ArrayList<>();
    for (int[] set : sets) {
      if (greatest.stream().noneMatch(other -> contains(other, set))) {
        greatest.removeIf(other -> contains(set, other));
        greatest.add(set);
      }
    }
    return greatest;
  }

  /** Whether a set of faults has all of another. */
  public static boolean contains(int[] set, int[] other) {
    for (int limit = 0; limit < set.length; limit++) {
      if (set[limit] < other[limit]) {
        return false;
      }
    }
    return true;
  }

  private static int sum(int[] spent) {
    return Arrays.stream(spent).sum();
  }
}
