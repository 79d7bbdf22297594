package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import java.util.Optional;

/**
 * What the search of a check saves over one without reductions. Only complete searches of verified
 * instances count: how soon two searches come across a violation is luck.
 */
final class Savings {
  private Savings() {}

  /** The search without reductions that an instance was compared with, if it was. */
  static Optional<ModeResult> plain(RunReport report, InstanceResult result) {
    return sound(report, result)
        .flatMap(
            comparison ->
                comparison.modes().stream()
                    .filter(mode -> mode.mode().equals(PresentPoint.BASELINE))
                    .findFirst());
  }

  /** The search of the check in the comparison: the one that does most, which is the last. */
  static Optional<ModeResult> reduced(RunReport report, InstanceResult result) {
    return sound(report, result)
        .filter(comparison -> comparison.verdict() == Verdict.VERIFIED)
        .map(comparison -> comparison.modes().get(comparison.modes().size() - 1))
        .filter(mode -> mode.over(PresentPoint.BASELINE).isPresent());
  }

  private static Optional<ComparisonResult> sound(RunReport report, InstanceResult result) {
    return report
        .comparison(result)
        .filter(comparison -> comparison.error().isEmpty() && !comparison.modes().isEmpty());
  }

  /** All instances together, in a sentence; empty if fewer than two can be counted. */
  static String of(RunReport report) {
    int instances = 0;
    long explored = 0;
    long all = 0;
    long millis = 0;
    long allMillis = 0;
    for (InstanceResult result : report.instances()) {
      Optional<ModeResult> reduced = reduced(report, result);
      if (reduced.isPresent()) {
        ModeResult plain = plain(report, result).orElseThrow();
        instances++;
        explored += reduced.get().figures().states();
        all += plain.figures().states();
        millis += reduced.get().medianMillis();
        allMillis += plain.medianMillis();
      }
    }
    if (instances < 2 || all == 0) {
      return "";
    }
    return Numerals.count(instances)
        + " verified instances took "
        + Numerals.count(explored)
        + " states instead of "
        + Numerals.count(all)
        + " ("
        + Numerals.saved(100.0 * (all - explored) / all, "more", "as many")
        + (explored <= all ? " fewer" : "")
        + "), and "
        + Numerals.millis(millis)
        + " instead of "
        + Numerals.millis(allMillis)
        + ".";
  }

  /** What it saved of states, as {@code 97 % of 69,053}. */
  static String states(Reduction reduction, ModeResult plain) {
    return Numerals.saved(reduction.statesPercent(), "more than", "as many as")
        + (reduction.statesPercent() > -0.5 ? " of " : " ")
        + Numerals.count(plain.figures().states());
  }

  /** What it saved of time, as {@code 16 % slower than 93 ms}; a dash if clocks are too coarse. */
  static String time(Reduction reduction, ModeResult plain) {
    return reduction
        .timePercent()
        .map(
            percent ->
                Numerals.saved(percent, "slower", "slower")
                    + (percent > -0.5 ? " of " : " than ")
                    + Numerals.millis(plain.medianMillis()))
        .orElse("–");
  }
}
