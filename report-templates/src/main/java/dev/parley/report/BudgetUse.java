package dev.parley.report;

import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much of its budget a search has used. */
final class BudgetUse {
  private BudgetUse() {}

  /**
   * One bound, as a gauge.
   *
   * @param bound which one
   * @param used how much was used
   * @param limit how much there was
   * @param percent the used share as text
   * @param fill the used share as a whole percentage between 0 and 100
   * @param exhausted whether this bound ended the search
   */
  public record Gauge(
      String bound, String used, String limit, String percent, int fill, boolean exhausted) {}

  /** One gauge for each bound in force. */
  static List<Gauge> gauges(InstanceResult result) {
    Budget budget = result.budget();
    Figures figures = result.figures();
    List<Gauge> gauges = new ArrayList<>();
    budget
        .states()
        .ifPresent(
            limit ->
                gauges.add(
                    gauge(
                        result,
                        Budget.Kind.STATES,
                        figures.states(),
                        limit,
                        Numerals.count(figures.states()),
                        Numerals.count(limit))));
    budget
        .time()
        .ifPresent(
            limit ->
                gauges.add(
                    gauge(
                        result,
                        Budget.Kind.TIME,
                        figures.millis(),
                        limit.toMillis(),
                        Numerals.millis(figures.millis()),
                        Numerals.millis(limit.toMillis()))));
    budget
        .memoryBytes()
        .ifPresent(
            limit ->
                gauges.add(
                    gauge(
                        result,
                        Budget.Kind.MEMORY,
                        figures.storeBytes(),
                        limit,
                        Numerals.bytes(figures.storeBytes()),
                        Numerals.bytes(limit))));
    budget
        .depth()
        .ifPresent(
            limit ->
                gauges.add(
                    gauge(
                        result,
                        Budget.Kind.DEPTH,
                        figures.depth(),
                        limit,
                        Numerals.count(figures.depth()),
                        Numerals.count(limit))));
    return gauges;
  }

  /** The bound that is nearest to its end: the one that ended the search, else the fullest. */
  static Optional<Gauge> tightest(InstanceResult result) {
    return gauges(result).stream()
        .max(Comparator.comparing(Gauge::exhausted).thenComparing(Gauge::fill));
  }

  /** The bound's name, as in {@code states}. */
  static String name(Budget.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static Gauge gauge(
      InstanceResult result,
      Budget.Kind kind,
      long used,
      long limit,
      String usedText,
      String limitText) {
    // A bound below a millisecond rounds to nothing: then any use is all of it.
    double share = limit == 0 ? 1 : (double) used / limit;
    return new Gauge(
        name(kind),
        usedText,
        limitText,
        Numerals.percent(share),
        (int) Math.min(100, Math.floor(share * 100)),
        result.exhausted().filter(kind::equals).isPresent());
  }
}
