package dev.parley.report;

import dev.parley.report.Trends.Point;
import java.util.List;
import java.util.Optional;

/**
 * An instance's number of states over its recorded runs, as a line the size of a word.
 *
 * <p>The scale does not start at nothing, unlike that of all other charts: a line this small is for
 * seeing that something moved and when, and a few per cent would not show otherwise.
 */
final class Sparkline {
  static final int WIDTH = 88;
  static final int HEIGHT = 22;
  private static final int MARGIN = 3;
  private static final int MOST_POINTS = 40;

  private Sparkline() {}

  /**
   * The line.
   *
   * @param width in pixels
   * @param height in pixels
   * @param summary what a reader who does not see it should know
   * @param path the line, as SVG path data
   * @param endX where it ends
   * @param endY the same
   */
  public record View(int width, int height, String summary, String path, int endX, int endY) {}

  /** The line through the runs that ended in this mode; none if they are fewer than two. */
  static Optional<View> of(List<Point> points, String mode) {
    List<Long> all = points.stream().flatMap(point -> point.states(mode).stream()).toList();
    if (all.size() < 2) {
      return Optional.empty();
    }
    List<Long> states = all.subList(Math.max(0, all.size() - MOST_POINTS), all.size());
    long least = states.stream().mapToLong(Long::longValue).min().orElse(0);
    long greatest = states.stream().mapToLong(Long::longValue).max().orElse(0);
    StringBuilder path = new StringBuilder();
    int x = 0;
    int y = 0;
    for (int i = 0; i < states.size(); i++) {
      x = MARGIN + Math.round((float) (WIDTH - 2 * MARGIN) * i / (states.size() - 1));
      y =
          greatest == least
              ? HEIGHT / 2
              : HEIGHT
                  - MARGIN
                  - (int)
                      Math.round(
                          (HEIGHT - 2.0 * MARGIN) * (states.get(i) - least) / (greatest - least));
      path.append(i == 0 ? "M" : "L").append(x).append(' ').append(y);
    }
    return Optional.of(new View(WIDTH, HEIGHT, summary(states), path.toString(), x, y));
  }

  private static String summary(List<Long> states) {
    return "States over "
        + states.size()
        + " runs: from "
        + Numerals.count(states.get(0))
        + " to "
        + Numerals.count(states.get(states.size() - 1));
  }
}
