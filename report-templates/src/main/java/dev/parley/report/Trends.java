package dev.parley.report;

import dev.parley.api.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The recorded past of the instances in a report, as far as pages show it.
 *
 * @param series one per instance that has a past
 */
public record Trends(List<Series> series) {
  /** There is no past. */
  public static final Trends NONE = new Trends(List.of());

  /**
   * The past of one instance.
   *
   * @param protocol the protocol's name
   * @param instance the instance's name
   * @param points what was recorded, the oldest first; the run of this report is not among them
   */
  public record Series(String protocol, String instance, List<Point> points) {
    /** Keeps its own copy. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * What was recorded of an instance for one commit.
   *
   * @param commit the commit, in full
   * @param recordedAt when, in ISO 8601
   * @param verdict what was found
   * @param statesByMode how many states each mode stored, by the mode's name
   * @param reductions by how many per cent fewer states than the stateful search, by mode
   * @param statesPerSecond the rate, which depends on the machine
   */
  public record Point(
      String commit,
      String recordedAt,
      Verdict verdict,
      Map<String, Long> statesByMode,
      Map<String, Double> reductions,
      Optional<Long> statesPerSecond) {
    /** Keeps its own copies. */
    public Point {
      statesByMode = Map.copyOf(statesByMode);
      reductions = Map.copyOf(reductions);
    }

    /** Whether the search came to its end, so that its numbers are more than lower bounds. */
    boolean decided() {
      return verdict == Verdict.VERIFIED || verdict == Verdict.VIOLATED;
    }

    /** How many states a mode stored, if the search came to its end. */
    Optional<Long> states(String mode) {
      return decided() ? Optional.ofNullable(statesByMode.get(mode)) : Optional.empty();
    }
  }

  /** Keeps its own copy. */
  public Trends {
    series = List.copyOf(series);
  }

  /** The past of an instance, if there is one. */
  public Optional<Series> of(String protocol, String instance) {
    return series.stream()
        .filter(s -> s.protocol().equals(protocol) && s.instance().equals(instance))
        .findFirst();
  }
}
