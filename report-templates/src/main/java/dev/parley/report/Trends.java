package dev.parley.report;

import dev.parley.api.Verdict;
import java.util.ArrayList;
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
   * @param mode the name of the mode that this report's run checked it in
   * @param points what was recorded last, the oldest first; the run of this report is not among
   *     them
   * @param earlier how many more were recorded before
   */
  public record Series(
      String protocol, String instance, String mode, List<Point> points, int earlier) {
    /** More points than a chart can tell apart; a history may have any number. */
    static final int MOST_POINTS = 200;

    /** Keeps its own copy. */
    public Series {
      points = List.copyOf(points);
    }

    /** The past with as much of it as pages show. */
    public Series(String protocol, String instance, String mode, List<Point> points) {
      this(
          protocol,
          instance,
          mode,
          points.subList(Math.max(0, points.size() - MOST_POINTS), points.size()),
          Math.max(0, points.size() - MOST_POINTS));
    }

    /** The same with at most so many points. */
    Series last(int most) {
      int left = Math.max(0, points.size() - most);
      return new Series(
          protocol, instance, mode, points.subList(left, points.size()), earlier + left);
    }

    /** The past and this run as its latest point. */
    List<Point> and(Point now) {
      List<Point> all = new ArrayList<>(points);
      all.add(now);
      return all;
    }
  }

  /**
   * What was recorded of an instance for one commit.
   *
   * @param commit the commit, in full
   * @param recordedAt when, in ISO 8601
   * @param verdict what was found
   * @param search what the check ran, in full: its states are comparable with those of the same
   *     search only. The name of its mode does not tell: where transitions are left out, the order
   *     of the search makes a difference to what is left
   * @param statesByMode how many states each mode stored, by the mode's name; for the mode of the
   *     check itself these are the check's own
   * @param reductions by how many per cent fewer states than the stateful search, by mode
   * @param statesPerSecond the rate, which depends on the machine
   */
  public record Point(
      String commit,
      String recordedAt,
      Verdict verdict,
      String search,
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
        .filter(s -> !s.points().isEmpty())
        .findFirst();
  }
}
