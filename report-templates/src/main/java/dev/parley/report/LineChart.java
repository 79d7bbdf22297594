package dev.parley.report;

import dev.parley.report.Trends.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A figure of several modes over recorded runs, as lines.
 *
 * <p>Runs stand at equal distances, for commits do not come at equal times. The scale starts at
 * nothing. A mode is told by the mark at its points and the name at its end, with colour as a third
 * and lesser hint; names are moved apart where lines end close together. A run that lacks a mode
 * leaves a gap, since a line through it would claim a value nobody measured.
 */
final class LineChart {
  private static final int WIDTH = 440;
  private static final int HEIGHT = 180;
  private static final int NAME_PITCH = 16;
  private static final int MOST_LABELS = 7;
  private static final int MARKS = 6;

  /** As much room as the longest verdict takes. */
  private static final int WORD = 120;

  private LineChart() {}

  /**
   * The chart.
   *
   * @param heading which figure
   * @param summary what a reader who does not see it should know
   * @param width of the part with the lines
   * @param height of the same
   * @param ticks of the axis of values
   * @param runs of the axis of runs; an empty label where there is no room for one
   * @param turns where the verdict changed
   * @param lines one for each mode
   */
  public record View(
      String heading,
      String summary,
      int width,
      int height,
      List<DepthProfile.Tick> ticks,
      List<DepthProfile.Tick> runs,
      List<Turn> turns,
      List<Line> lines) {}

  /**
   * A run whose verdict is another than that of the run before.
   *
   * @param at pixels from the left edge
   * @param verdict the new verdict
   * @param roomy whether there is room for the word beside the sign
   */
  public record Turn(int at, Badge.View verdict, boolean roomy) {}

  /**
   * One mode.
   *
   * @param mode its name
   * @param mark which mark and colour, counted from 1
   * @param path the line, as SVG path data
   * @param dots one for each value
   * @param nameY where its name stands
   */
  public record Line(String mode, int mark, String path, List<Dot> dots, int nameY) {}

  /**
   * One value.
   *
   * @param x pixels from the left edge
   * @param y pixels from the upper edge
   * @param title run and value
   */
  public record Dot(int x, int y, String title) {}

  /**
   * Prepares the chart.
   *
   * @param heading which figure
   * @param points the runs, the oldest first; at least one
   * @param modes the modes, in the order of their marks
   * @param figure a mode's value in a run, null if it has none
   * @param axis the scale
   * @param text a value as people read it
   */
  static View of(
      String heading,
      List<Point> points,
      List<String> modes,
      Function<Point, Function<String, ? extends Number>> figure,
      Axis axis,
      DoubleFunction<String> text) {
    List<Line> lines = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int m = 0; m < modes.size(); m++) {
      String mode = modes.get(m);
      StringBuilder path = new StringBuilder();
      List<Dot> dots = new ArrayList<>();
      boolean joined = false;
      String last = "";
      for (int i = 0; i < points.size(); i++) {
        Number value = figure.apply(points.get(i)).apply(mode);
        if (value != null) {
          int x = x(i, points.size());
          int y = HEIGHT - axis.scale(value.doubleValue(), HEIGHT);
          last = text.apply(value.doubleValue());
          path.append(joined ? "L" : "M").append(x).append(' ').append(y);
          dots.add(new Dot(x, y, label(points.get(i)) + ": " + mode + " " + last));
        }
        joined = value != null;
      }
      if (!dots.isEmpty()) {
        int nameY = dots.get(dots.size() - 1).y();
        lines.add(new Line(mode, m % MARKS + 1, path.toString(), dots, nameY));
        words.add(mode + " " + last);
      }
    }
    return new View(
        heading,
        heading + " over " + points.size() + " runs; at the end " + String.join(", ", words) + ".",
        WIDTH,
        HEIGHT,
        axis.ticks().stream()
            .map(tick -> new DepthProfile.Tick(HEIGHT - axis.scale(tick, HEIGHT), text.apply(tick)))
            .toList(),
        runs(points),
        turns(points),
        apart(lines));
  }

  static String label(Point point) {
    return Change.shortened(point.commit());
  }

  private static int x(int run, int runs) {
    return runs == 1 ? WIDTH / 2 : Math.round((float) WIDTH * run / (runs - 1));
  }

  /** The last run always has its label; going back, there is one wherever there is room. */
  private static List<DepthProfile.Tick> runs(List<Point> points) {
    int every = (points.size() + MOST_LABELS - 1) / MOST_LABELS;
    List<DepthProfile.Tick> runs = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      boolean labelled = (points.size() - 1 - i) % every == 0;
      runs.add(new DepthProfile.Tick(x(i, points.size()), labelled ? label(points.get(i)) : ""));
    }
    return runs;
  }

  private static List<Turn> turns(List<Point> points) {
    List<Integer> at = new ArrayList<>();
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).verdict() != points.get(i - 1).verdict()) {
        at.add(i);
      }
    }
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      int x = x(at.get(i), points.size());
      boolean left = i == 0 || x - x(at.get(i - 1), points.size()) >= WORD;
      boolean right = i == at.size() - 1 || x(at.get(i + 1), points.size()) - x >= WORD;
      turns.add(new Turn(x, Badge.of(points.get(at.get(i)).verdict()), left && right));
    }
    return turns;
  }

  /** Moves names down until none overlaps the one above it, and up again where they fall out. */
  private static List<Line> apart(List<Line> lines) {
    List<Line> sorted = new ArrayList<>(lines);
    sorted.sort(Comparator.comparingInt(Line::nameY));
    int[] at = sorted.stream().mapToInt(Line::nameY).toArray();
    for (int i = 1; i < at.length; i++) {
      at[i] = Math.max(at[i], at[i - 1] + NAME_PITCH);
    }
    for (int i = at.length - 1, most = HEIGHT; i >= 0; i--, most -= NAME_PITCH) {
      at[i] = Math.min(at[i], most);
    }
    List<Line> moved = new ArrayList<>();
    for (int i = 0; i < at.length; i++) {
      Line line = sorted.get(i);
      moved.add(new Line(line.mode(), line.mark(), line.path(), line.dots(), at[i]));
    }
    return moved;
  }
}
