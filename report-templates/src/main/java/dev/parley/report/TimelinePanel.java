package dev.parley.report;

import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A history of operations: a row for each, with a bar from its begin to its end. */
final class TimelinePanel {
  /** The narrowest bar, in percent: an operation may begin and end in one step. */
  private static final double NARROWEST = 1.5;

  private TimelinePanel() {}

  /**
   * What the panel shows.
   *
   * @param demand what the history should be
   * @param sentence what does not fit and what would have, maybe empty
   * @param last the number of the last step
   * @param rows the operations, in the order in which they began
   */
  public record View(String demand, String sentence, int last, List<Row> rows) {}

  /**
   * One operation.
   *
   * @param client whose it is
   * @param operation what it is
   * @param result its result, maybe empty
   * @param began the step in which it began; 0 if it was pending from the start
   * @param ended the step in which it ended; 0 if it did not
   * @param remark why it has no end, maybe empty
   * @param misfit whether its result does not fit
   * @param left where its bar begins, in percent
   * @param width how long its bar is, in percent
   */
  public record Row(
      String client,
      String operation,
      String result,
      int began,
      int ended,
      String remark,
      boolean misfit,
      String left,
      String width) {}

  static Optional<View> of(Violation violation) {
    int last = violation.trace().map(Trace::steps).map(List::size).orElse(0);
    return violation.timeline().map(timeline -> of(timeline, last));
  }

  private static View of(Timeline timeline, int last) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < timeline.operations().size(); i++) {
      rows.add(row(timeline.operations().get(i), timeline.misfit().equals(Optional.of(i)), last));
    }
    return new View(timeline.demand(), timeline.sentence(), last, List.copyOf(rows));
  }

  private static Row row(Timeline.Operation one, boolean misfit, int last) {
    double scale = last == 0 ? 0 : 100.0 / last;
    double left = Math.min(one.began() * scale, 100 - NARROWEST);
    double right = one.ended().orElse(last) * scale;
    return new Row(
        one.client(),
        one.operation(),
        one.result().orElse(""),
        one.began(),
        one.ended().orElse(0),
        one.ended().isPresent()
            ? ""
            : one.orphaned() ? "never ends: its client restarted" : "no result yet",
        misfit,
        Numerals.decimal(left),
        Numerals.decimal(Math.max(NARROWEST, right - left)));
  }
}
