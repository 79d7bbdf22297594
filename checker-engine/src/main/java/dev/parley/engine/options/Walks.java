package dev.parley.engine.options;

import java.util.Objects;

/**
 * Random walks in place of a search, for instances that are too large to be searched. A walk begins
 * in an initial state and takes one transition after the other until nothing is left to do, or
 * until it has taken as many as allowed. What walks do not find is not ruled out.
 *
 * <p>The same seed gives the same walks, on every machine.
 *
 * @param schedule how a walk chooses among the transitions of a state
 * @param seed what the choices depend on
 * @param count how many walks there are
 * @param length how many transitions each may take
 */
public record Walks(Schedule schedule, long seed, long count, int length) {
  /** How a walk chooses among the transitions of a state. */
  public enum Schedule {
    /** Each is as likely as every other. */
    UNIFORM,
    /**
     * Every event has a priority by chance, and the enabled one of the highest priority happens; at
     * a few moments, chosen by chance, the one whose turn it is is put off to the end. So some
     * messages wait for a long time, and few reorderings suffice for many mistakes.
     */
    PRIORITIES,
    /** The two take turns. */
    MIXED
  }

  /** How many walks there are if nobody says otherwise. */
  public static final long COUNT = 10_000;

  /** How many transitions a walk takes at most if nobody says otherwise. */
  public static final int LENGTH = 1_000;

  /** Both schedules, seed 1. */
  public static final Walks DEFAULT = new Walks(Schedule.MIXED, 1, COUNT, LENGTH);

  /** Checks that there is something to do. */
  public Walks {
    Objects.requireNonNull(schedule, "schedule");
    requirePositive("walks", count);
    requirePositive("walkLength", length);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
    }
  }

  /** The same with another seed. */
  public Walks withSeed(long other) {
    return new Walks(schedule, other, count, length);
  }

  /** What these walks are called wherever results are shown. */
  public String describe() {
    return "random walks"
        + switch (schedule) {
          case UNIFORM -> ", all transitions alike";
          case PRIORITIES -> ", by priorities";
          case MIXED -> "";
        };
  }
}
