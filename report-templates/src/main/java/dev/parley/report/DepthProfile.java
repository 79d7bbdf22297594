package dev.parley.report;

import dev.parley.engine.result.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many states were first met at which distance from the initial one, as columns.
 *
 * <p>Where there are more distances than columns can be told apart, neighbours share one; the table
 * beside the chart then has the same rows, so that both say the same.
 */
final class DepthProfile {
  static final int WIDTH = 560;
  static final int HEIGHT = 180;
  private static final int MOST_COLUMNS = 80;
  private static final int MOST_LABELS = 10;

  private DepthProfile() {}

  /**
   * The chart.
   *
   * @param width of the part with the columns
   * @param height of the same
   * @param summary what a reader who does not see it should know
   * @param ticks of the axis of states
   * @param columns from the initial state outwards
   */
  public record View(
      int width, int height, String summary, List<Tick> ticks, List<Column> columns) {}

  /**
   * A place on an axis.
   *
   * @param at pixels from the chart's upper or left edge
   * @param label what is written there
   */
  public record Tick(int at, String label) {}

  /**
   * One column.
   *
   * @param depth the distance, or the first and the last of several
   * @param states how many states
   * @param x its left edge
   * @param y its upper edge
   * @param width its width
   * @param height its height
   * @param middle where its label stands
   * @param labelled whether its label is written below it
   */
  public record Column(
      String depth,
      String states,
      double x,
      int y,
      double width,
      int height,
      double middle,
      boolean labelled) {}

  /** Prepares the chart; none if the search did not go by distance. */
  static Optional<View> of(Profile profile) {
    List<Long> depths = profile.statesByDepth();
    if (depths.size() < 2) {
      return Optional.empty();
    }
    int share = (depths.size() + MOST_COLUMNS - 1) / MOST_COLUMNS;
    List<Long> sums = new ArrayList<>();
    for (int from = 0; from < depths.size(); from += share) {
      int to = Math.min(from + share, depths.size());
      sums.add(depths.subList(from, to).stream().mapToLong(Long::longValue).sum());
    }
    Axis axis = Axis.ofCounts(sums.stream().mapToLong(Long::longValue).max().orElse(0), 4);
    return Optional.of(
        new View(
            WIDTH,
            HEIGHT,
            summary(depths),
            ticks(axis),
            columns(sums, share, depths.size(), axis)));
  }

  private static List<Tick> ticks(Axis axis) {
    return axis.ticks().stream()
        .map(tick -> new Tick(HEIGHT - axis.scale(tick, HEIGHT), Numerals.compact(tick)))
        .toList();
  }

  private static List<Column> columns(List<Long> sums, int share, int depths, Axis axis) {
    double pitch = (double) WIDTH / sums.size();
    double gap = Math.min(4, pitch * 0.2);
    int labelEvery = (int) Axis.ofCounts(sums.size(), MOST_LABELS).ticks().get(1).doubleValue();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      int first = i * share;
      int last = Math.min(first + share, depths) - 1;
      int height = axis.scale(sums.get(i), HEIGHT);
      // What is more than nothing can be seen.
      int seen = sums.get(i) > 0 ? Math.max(1, height) : 0;
      columns.add(
          new Column(
              first == last ? Numerals.count(first) : first + "–" + last,
              Numerals.count(sums.get(i)),
              tenths(i * pitch + gap / 2),
              HEIGHT - seen,
              tenths(pitch - gap),
              seen,
              tenths((i + 0.5) * pitch),
              i % labelEvery == 0));
    }
    return columns;
  }

  private static double tenths(double pixels) {
    return Math.round(pixels * 10) / 10.0;
  }

  private static String summary(List<Long> depths) {
    int widest = 0;
    for (int i = 1; i < depths.size(); i++) {
      widest = depths.get(i) > depths.get(widest) ? i : widest;
    }
    return "States by distance from the initial state, up to "
        + (depths.size() - 1)
        + " steps; most, "
        + Numerals.count(depths.get(widest))
        + ", are "
        + Numerals.count(widest, "step")
        + " away.";
  }
}
