package dev.parley.engine.options;

import java.time.Duration;
import java.util.Optional;

/**
 * Bounds of one check; an absent bound does not bound.
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

  /** Nothing is bounded. */
  public static final Budget UNBOUNDED =
      new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Which bound ended a search. */
  public enum Kind {
    /** Too many states. */
    STATES,
    /** Too long. */
    TIME,
    /** Too much memory. */
    MEMORY,
    /** Too deep. */
    DEPTH
  }

  /** Checks that each bound is positive. */
  public Budget {
    requirePositive("states", states.orElse(1L));
    requirePositive("time", time.map(Duration::toNanos).orElse(1L));
    requirePositive("memory", memoryBytes.orElse(1L));
    requirePositive("depth", depth.orElse(1));
  }

  /** This budget, with the other's bounds where this one has none. */
  public Budget orElse(Budget other) {
    return new Budget(
        states.or(other::states),
        time.or(other::time),
        memoryBytes.or(other::memoryBytes),
        depth.or(other::depth));
  }

  /** The same with another bound of states. */
  public Budget withStates(long most) {
    return new Budget(Optional.of(most), time, memoryBytes, depth);
  }

  /** What is left of this budget when some time has passed; of time there is always some left. */
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
