package dev.parley.engine.internal.live;

import dev.parley.engine.internal.store.IntSequence;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The places of a graph in which a fair run can stay for ever, with the component that each is in.
 * Two of them are in one component if and only if each can be reached from the other without
 * leaving these places; then they belong to one run.
 */
final class FairPlaces {
  /** The number of a component is the negative of that, less its own number. */
  private static final int FIRST = -2;

  private final BitSet all = new BitSet();
  private final IntSequence sizes = new IntSequence();

  /** For each place that was added, something below 0 for its component. */
  private final int[] numbers;

  /**
   * None yet.
   *
   * @param numbers room for a number for each place; of places that are added, those are kept
   */
  FairPlaces(int[] numbers) {
    this.numbers = numbers;
  }

  void add(Components.Component component) {
    for (int i = 0; i < component.size(); i++) {
      all.set(component.state(i));
      numbers[component.state(i)] = FIRST - sizes.size();
    }
    sizes.add(component.size());
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  BitSet all() {
    return all;
  }

  /** Whether a place is in the component of a fair place. */
  IntPredicate componentOf(int fair) {
    int number = numbers[fair];
    return place -> numbers[place] == number;
  }

  /** How many places there are in the component of a fair place. */
  int size(int fair) {
    return sizes.get(FIRST - numbers[fair]);
  }
}
