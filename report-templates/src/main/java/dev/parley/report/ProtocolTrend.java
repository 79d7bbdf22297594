package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.report.Trends.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one mode saves in all instances of a protocol, commit by commit: the picture that shows
 * whether a change of the protocol has cost a reduction. A few instances have a line each; of more,
 * the lines are those of the greatest, the median and the least.
 */
final class ProtocolTrend {
  /** As many as there are marks. */
  private static final int MOST_LINES = 6;

  /** More than a chart can tell apart. */
  private static final int MOST_COMMITS = 60;

  private static final String GREATEST = "greatest";
  private static final String MEDIAN = "median";
  private static final String LEAST = "least";

  private ProtocolTrend() {}

  /**
   * Draws the picture; nothing if no run has a percentage.
   *
   * @param past the runs of each instance by its name, the oldest first
   * @param checked the mode of the check, which is shown if it has percentages
   */
  static Optional<LineChart.View> of(Map<String, List<Point>> past, String checked) {
    return mode(past.values(), checked).map(mode -> chart(past, mode));
  }

  /** The mode of the check, else the one with the most percentages. */
  private static Optional<String> mode(Collection<List<Point>> past, String checked) {
    Map<String, Integer> counts = new HashMap<>();
    past.forEach(
        points ->
            points.forEach(
                point ->
                    point.reductions().keySet().stream()
                        .filter(mode -> !mode.equals(PresentPoint.BASELINE))
                        .forEach(mode -> counts.merge(mode, 1, Integer::sum))));
    return counts.containsKey(checked)
        ? Optional.of(checked)
        : counts.entrySet().stream()
            .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey);
  }

  private static LineChart.View chart(Map<String, List<Point>> past, String mode) {
    List<String> lines = new ArrayList<>();
    past.forEach(
        (instance, points) -> {
          if (points.stream().anyMatch(point -> point.reductions().containsKey(mode))) {
            lines.add(instance);
          }
        });
    List<Commit> commits = commits(past, mode);
    boolean each = lines.size() <= MOST_LINES;
    List<Point> points =
        commits.stream()
            .map(commit -> commit.point(each ? commit.percents : spread(commit)))
            .toList();
    List<String> names = each ? lines : List.of(GREATEST, MEDIAN, LEAST);
    double greatest =
        points.stream()
            .flatMap(point -> point.reductions().values().stream())
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return LineChart.of(
        "Fewer states than stateful, mode "
            + mode
            + (each ? "" : ", of " + Numerals.count(lines.size(), "instance")),
        points,
        names,
        point -> point.reductions()::get,
        Axis.ofPercents(greatest),
        value -> Numerals.decimal(value).replaceFirst("\\.0$", "") + " %");
  }

  /** The percentages of one commit, by instance. */
  private static final class Commit {
    private final String name;
    private String recordedAt = "";
    private final Map<String, Double> percents = new LinkedHashMap<>();

    Commit(String name) {
      this.name = name;
    }

    /** Of several runs of a commit the last counts. */
    void add(String instance, Point point, double percent) {
      percents.put(instance, percent);
      recordedAt = recordedAt.compareTo(point.recordedAt()) > 0 ? recordedAt : point.recordedAt();
    }

    /** Verdicts are of single instances, and have no place in a picture of all. */
    Point point(Map<String, Double> shown) {
      return new Point(name, recordedAt, Verdict.VERIFIED, "", Map.of(), shown, Optional.empty());
    }
  }

  private static List<Commit> commits(Map<String, List<Point>> past, String mode) {
    Map<String, Commit> commits = new LinkedHashMap<>();
    past.forEach(
        (instance, points) -> {
          for (Point point : points) {
            Double percent = point.reductions().get(mode);
            if (percent != null) {
              commits.computeIfAbsent(point.commit(), Commit::new).add(instance, point, percent);
            }
          }
        });
    // The run of the report is the latest, whatever clock it had.
    List<Commit> ordered =
        commits.values().stream()
            .sorted(
                Comparator.comparing((Commit commit) -> commit.name.equals(PresentPoint.NOW))
                    .thenComparing(commit -> commit.recordedAt))
            .toList();
    return ordered.subList(Math.max(0, ordered.size() - MOST_COMMITS), ordered.size());
  }

  private static Map<String, Double> spread(Commit commit) {
    List<Double> sorted = commit.percents.values().stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return Map.of(LEAST, sorted.get(0), MEDIAN, median, GREATEST, sorted.get(sorted.size() - 1));
  }
}
