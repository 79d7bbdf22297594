package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Moves;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Probabilistic concurrency testing (Burckhardt and others, 2010), with events in place of threads:
 * an event is a handler with the messages it consumes, and each has a priority by chance. Of the
 * enabled events that of the highest priority happens, so one whose priority is low waits for as
 * long as anything else can go on. At some steps, drawn beforehand, the event whose turn it is is
 * put below all others. An event that has happened gets a new priority when it is enabled again:
 * otherwise one that repeats itself for ever would keep all others waiting.
 *
 * <p>What the environment does (faults) happens at steps of its own, also drawn beforehand, or
 * where nothing else is left: as one event among many, all faults would happen at the beginning.
 */
final class PrioritySchedule implements Schedule {
  /** The most events that are put off in a walk: mistakes that need more are rare. */
  private static final int MOST_DELAYS = 5;

  /** The most steps at which the environment has its turn. */
  private static final int MOST_FAULTS = 8;

  private final SplittableRandom random;
  private final BitSet delays = new BitSet();
  private final BitSet faults = new BitSet();

  /** The priority of each event that was enabled since it last happened. */
  private final Map<Long, Long> priorities = new HashMap<>();

  private long lowest = -1;

  /**
   * A schedule for one walk.
   *
   * @param random what it draws from
   * @param expected how many steps the walk may take, as far as can be told
   */
  PrioritySchedule(SplittableRandom random, int expected) {
    this.random = random;
    draw(delays, random.nextInt(MOST_DELAYS + 1), expected);
    draw(faults, random.nextInt(MOST_FAULTS + 1), expected);
  }

  private void draw(BitSet steps, int count, int below) {
    for (int i = 0; i < count; i++) {
      steps.set(random.nextInt(below));
    }
  }

  @Override
  public int choose(Moves moves, int step) {
    int ofNodes = moves.ofNodes();
    int others = moves.size() - ofNodes;
    if (others > 0 && (ofNodes == 0 || faults.get(step))) {
      return ofNodes + random.nextInt(others);
    }
    if (delays.get(step)) {
      priorities.put(event(moves, highest(moves, ofNodes)), lowest--);
    }
    int chosen = highest(moves, ofNodes);
    priorities.remove(event(moves, chosen));
    return chosen;
  }

  /** The event of the highest priority, and among its outcomes any. */
  private int highest(Moves moves, int ofNodes) {
    int best = -1;
    long top = Long.MIN_VALUE;
    int outcomes = 0;
    for (int move = 0; move < ofNodes; move++) {
      long priority =
          priorities.computeIfAbsent(event(moves, move), e -> random.nextLong(Long.MAX_VALUE));
      outcomes = priority == top ? outcomes + 1 : 1;
      if (priority > top || priority == top && random.nextInt(outcomes) == 0) {
        best = move;
        top = priority;
      }
    }
    return best;
  }

  private static long event(Moves moves, int move) {
    assert moves.node(move) != Action.NOBODY;
    return (long) moves.node(move) << 32 | moves.event(move);
  }
}
