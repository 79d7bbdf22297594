package dev.parley.engine.result;

import java.util.Optional;

/**
 * What a search mode saves over another one.
 *
 * @param over the name of the other mode
 * @param statesPercent how many per cent fewer states it visited; negative if it visited more
 * @param timePercent how many per cent less time it took; negative if it took more, absent if the
 *     other took too little to be measured
 */
public record Reduction(String over, double statesPercent, Optional<Double> timePercent) {

  /**
   * By how many per cent an amount is smaller than what it is compared with, as Table I of the
   * paper on DBSS has it: 13,044,613 states over 5,606,047 are 57 %.
   *
   * @param before what it is compared with; not 0
   * @param after the amount
   * @return the reduction, unrounded
   */
  public static double percent(long before, long after) {
    return 100.0 * (before - after) / before;
  }

  /**
   * A reduction as people read it, rounded to whole per cents. Rounding never turns a small
   * reduction into 0 %, nor an incomplete one into 100 %.
   *
   * @param percent the reduction
   * @return as {@code 57 %}, {@code <1 %}, {@code >99 %} or {@code -12 %}
   */
  public static String text(double percent) {
    long rounded = Math.round(percent);
    if (rounded == 0 && percent != 0) {
      return percent > 0 ? "<1 %" : ">-1 %";
    }
    return rounded == 100 && percent < 100 ? ">99 %" : rounded + " %";
  }
}
