package dev.parley.engine.options;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits of one check. What is absent is not limited.
 *
 * @param states the greatest number of stored states
 * @param time the longest search time
 * @param memoryBytes the most memory the engine's own tables may take
 * @param depth the greatest number of steps from the initial state
 */
public record Budget(
    Optional<Long> states,
    Optional<Duration> time,
    Optional<Long> memoryBytes,
    Optional<Integer> depth) {

  /** No limits. */
  public static final Budget UNBOUNDED =
      new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Which limit ended a search. */
  public enum Kind {
    /** Too many states. */
    STATES,
    /** Too long. */
    TIME,
    /** Too much memory. */
    MEMORY,
    /** No room on the disk for states that the memory has no room for. */
    DISK,
    /** Too deep. */
    DEPTH,
    /** More of external programs than was to be found out. */
    PEERS,
    /** Random walks have no other end, however many there are. */
    WALKS
  }

  /** Checks that each limit is positive. */
  public Budget {
    requirePositive("states", states.orElse(1L));
    requirePositive("time", time.map(Duration::toNanos).orElse(1L));
    requirePositive("memory", memoryBytes.orElse(1L));
    requirePositive("depth", depth.orElse(1));
  }

  /** This budget, with the other's limits where this one has none. */
  public Budget orElse(Budget other) {
    return new Budget(
        states.or(other::states),
        time.or(other::time),
        memoryBytes.or(other::memoryBytes),
        depth.or(other::depth));
  }

  /** The same with another limit of states. */
  public Budget withStates(long most) {
    return new Budget(Optional.of(most), time, memoryBytes, depth);
  }

  /** What is left of this budget after some time. At least a little time is always left. */
  public Budget after(Duration spent) {
    Duration least = Duration.ofNanos(1);
    return new Budget(
        states, time.map(t -> t.compareTo(spent) > 0 ? t.minus(spent) : least), memoryBytes, depth);
  }

  private static void requirePositive(String bound, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "the budget's " + bound + " must be positive, not " + value);
    }
  }
}
