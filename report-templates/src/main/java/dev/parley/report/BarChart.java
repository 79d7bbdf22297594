package dev.parley.report;

import dev.parley.engine.result.ModeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Lays a figure of several modes out as horizontal bars.
 *
 * <p>The scale is linear and starts at nothing, so that a reduction looks as large as it is. A mode
 * that used up its budget has no length to show: its bar is open at the full width and does not
 * take part in the scale, or the first stateless search would flatten all others.
 */
final class BarChart {
  private static final int ROW = 30;
  private static final int FULL = 360;

  private BarChart() {}

  /**
   * The chart.
   *
   * @param heading which figure
   * @param summary what a reader who does not see it should know
   * @param height in pixels
   * @param bars one for each mode
   */
  public record View(String heading, String summary, int height, List<Bar> bars) {}

  /**
   * One mode.
   *
   * @param mode its name
   * @param value its figure as text
   * @param y the bar's upper edge
   * @param width its length
   * @param open whether it is a lower bound
   */
  public record Bar(String mode, String value, int y, int width, boolean open) {}

  static View of(
      String heading,
      List<ModeResult> modes,
      ToLongFunction<ModeResult> figure,
      LongFunction<String> text) {
    long greatest = modes.stream().filter(ModeResult::decided).mapToLong(figure).max().orElse(0);
    List<Bar> bars = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (ModeResult mode : modes) {
      long value = figure.applyAsLong(mode);
      boolean open = !mode.decided();
      String shown = (open ? ">" : "") + text.apply(value);
      int width = open ? FULL : width(value, greatest);
      bars.add(new Bar(mode.mode(), shown, ROW * bars.size(), width, open));
      words.add(mode.mode() + " " + shown);
    }
    return new View(heading, heading + ": " + String.join(", ", words), ROW * bars.size(), bars);
  }

  /** What is more than nothing can be seen. */
  private static int width(long value, long greatest) {
    return greatest == 0 ? 1 : (int) Math.max(1, Math.round((double) FULL * value / greatest));
  }
}
