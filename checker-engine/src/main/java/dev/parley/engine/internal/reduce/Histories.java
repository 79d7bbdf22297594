package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.internal.store.PairTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The local states of one node together with what it has consumed on the way: so a message that is
 * sent at most so often is consumed at most so often. A node that appends every message to a list
 * has infinitely many local states if messages are never used up, and few if they are.
 *
 * <p>A history is a pair (local state, consumed letters). Only the local states and the steps
 * between them are kept in the end; histories bound how these are found.
 */
final class Histories {
  private final PairTable histories = new PairTable();
  private final IntTable bags = new IntTable();

  /** For each history, the histories one step away and what the step sends. */
  private final List<List<Step>> steps = new ArrayList<>();

  private final List<IntSequence> tried = new ArrayList<>();

  /**
   * A step from one history to another.
   *
   * @param to where it leads
   * @param sent the letters it sends
   */
  record Step(int to, int[] sent) {}

  int add(int index, int bag) {
    int history = histories.intern(index, bag);
    if (history == steps.size()) {
      steps.add(new ArrayList<>());
      tried.add(new IntSequence());
    }
    return history;
  }

  int size() {
    return steps.size();
  }

  /** The local state of a history, as the graph numbers it. */
  int index(int history) {
    return histories.first(history);
  }

  /** How often a letter was consumed in a history. */
  int consumed(int history, int letter) {
    int bag = histories.second(history);
    int count = 0;
    for (int i = 0; i < bags.length(bag); i++) {
      count += bags.get(bag, i) == letter ? 1 : 0;
    }
    return count;
  }

  /** The bag of a history after it has consumed more. */
  int bagAfter(int history, int[] letters) {
    int bag = histories.second(history);
    int[] all = new int[bags.length(bag) + letters.length];
    for (int i = 0; i < bags.length(bag); i++) {
      all[i] = bags.get(bag, i);
    }
    System.arraycopy(letters, 0, all, bags.length(bag), letters.length);
    Arrays.sort(all);
    return bags.intern(all, all.length);
  }

  /** Notes that an event is tried in a history; false if it was before. */
  boolean tryFirst(int history, int event) {
    IntSequence events = tried.get(history);
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) == event) {
        return false;
      }
    }
    events.add(event);
    return true;
  }

  void add(int history, Step step) {
    steps.get(history).add(step);
  }

  List<Step> from(int history) {
    return steps.get(history);
  }
}
