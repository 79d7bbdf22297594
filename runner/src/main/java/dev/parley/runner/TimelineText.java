package dev.parley.runner;

import dev.parley.engine.result.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A history of operations as text: a line for each operation, with a bar from the step in which it
 * began to the one in which it ended. An operation without an end has a bar without an end.
 */
final class TimelineText {
  /** More steps than this are drawn to a smaller scale. */
  private static final int WIDEST = 48;

  private TimelineText() {}

  /**
   * What to say.
   *
   * @param timeline the history
   * @param steps how many steps the counterexample has
   */
  static List<String> lines(Timeline timeline, int steps) {
    List<String> lines = new ArrayList<>();
    lines.add("History, which is not " + timeline.demand() + ":");
    int clients = timeline.operations().stream().mapToInt(o -> o.client().length()).max().orElse(0);
    int width = Math.min(WIDEST, Math.max(1, 4 * steps));
    for (int i = 0; i < timeline.operations().size(); i++) {
      Timeline.Operation one = timeline.operations().get(i);
      lines.add(
          ("  %-" + Math.max(1, clients) + "s  %-" + (width + 1) + "s  %s%s")
              .formatted(
                  one.client(),
                  bar(one, steps, width),
                  one.described(),
                  remark(one, timeline.misfit().equals(Optional.of(i)))));
    }
    if (!timeline.sentence().isEmpty()) {
      lines.add(timeline.sentence());
    }
    return lines;
  }

  private static String bar(Timeline.Operation one, int steps, int width) {
    int from = place(one.began(), steps, width);
    int to = place(one.ended().orElse(steps), steps, width);
    String end = one.ended().isPresent() ? "|" : ">";
    return from == to
        ? " ".repeat(from) + "|"
        : " ".repeat(from) + "|" + "-".repeat(to - from - 1) + end;
  }

  private static int place(int step, int steps, int width) {
    return steps == 0 ? 0 : step * width / steps;
  }

  private static String remark(Timeline.Operation one, boolean misfit) {
    if (misfit) {
      return "   <- does not fit";
    }
    return one.ended().isPresent() ? "" : one.orphaned() ? " (never ends)" : " (no result yet)";
  }
}
