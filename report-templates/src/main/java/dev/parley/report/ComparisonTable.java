package dev.parley.report;

import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import java.util.List;
import java.util.Optional;

/** One instance searched in several modes: a table in the manner of the papers, and two charts. */
final class ComparisonTable {
  private ComparisonTable() {}

  /**
   * What {@code comparison.ftlh} shows.
   *
   * @param id tells the comparisons of a page apart
   * @param verdict what the modes agree upon
   * @param note how it was measured
   * @param baselines the modes others are measured against
   * @param rows one for each mode
   * @param charts states and time as bars; none if nothing ran
   * @param mistake why the figures cannot be trusted
   */
  public record View(
      String id,
      Badge.View verdict,
      String note,
      List<String> baselines,
      List<Row> rows,
      List<BarChart.View> charts,
      Optional<InstancePage.MistakeView> mistake) {}

  /**
   * One mode.
   *
   * @param mode its name
   * @param search what ran
   * @param verdict what it found
   * @param states how many states
   * @param time how long it took
   * @param savings what it saves over each baseline
   * @param figures its other figures, in the order of the columns
   */
  public record Row(
      String mode,
      String search,
      Badge.View verdict,
      String states,
      String time,
      List<Saving> savings,
      List<String> figures) {}

  /**
   * What a mode saves over a baseline.
   *
   * @param states of states
   * @param time of time
   */
  public record Saving(String states, String time) {
    static final Saving NONE = new Saving("–", "–");

    static Saving of(Reduction reduction) {
      return new Saving(
          Numerals.saved(reduction.statesPercent(), "more", "as many"),
          reduction
              .timePercent()
              .map(percent -> Numerals.saved(percent, "slower", "slower"))
              .orElse("–"));
    }
  }

  /**
   * Prepares the table.
   *
   * @param result what was compared
   * @param id tells it apart on its page
   */
  static View of(ComparisonResult result, String id) {
    List<String> baselines = result.baselines();
    return new View(
        id,
        Badge.of(result.verdict()),
        note(result),
        baselines,
        result.modes().stream().map(mode -> row(mode, baselines)).toList(),
        result.modes().isEmpty()
            ? List.of()
            : List.of(
                BarChart.of("States", result.modes(), m -> m.figures().states(), Numerals::count),
                BarChart.of("Time", result.modes(), ModeResult::medianMillis, Numerals::millis)),
        result.error().map(m -> new InstancePage.MistakeView(m.place(), m.message(), m.details())));
  }

  private static String note(ComparisonResult result) {
    return (result.rounds() == 1
            ? "Each mode ran once, all in one process."
            : "Each mode ran "
                + Numerals.count(result.rounds())
                + " times, in turns; times are medians.")
        + result
            .earlier()
            .map(
                check ->
                    " The searches that it is measured against are of "
                        + check.at()
                        + check
                            .commit()
                            .map(commit -> " (commit " + Change.shortened(commit) + ")")
                            .orElse("")
                        + "; the code is the same.")
            .orElse("")
        + " A mode that exhausted its budget shows how far it came; nothing is computed from it.";
  }

  private static Row row(ModeResult mode, List<String> baselines) {
    Figures figures = mode.figures();
    String bound = mode.decided() ? "" : ">";
    return new Row(
        mode.mode(),
        mode.search(),
        Badge.of(mode.verdict()),
        bound + Numerals.count(figures.states()),
        bound + Numerals.millis(mode.medianMillis()),
        baselines.stream()
            .map(baseline -> mode.over(baseline).map(Saving::of).orElse(Saving.NONE))
            .toList(),
        List.of(
            bound + Numerals.count(figures.transitions()),
            bound + Numerals.bytes(figures.storeBytes()),
            bound + Numerals.count(figures.stackPushes()),
            bound + Numerals.count(figures.peakStack()),
            bound + Numerals.count(figures.depth())));
  }
}
