package dev.parley.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A scale from nothing to a round number, with ticks at round numbers: steps are 1, 2 or 5 times a
 * power of ten, so that a reader can place a value between two of them.
 *
 * @param end where the scale ends: the first tick that is not below the greatest value
 * @param ticks from 0 to the end
 */
record Axis(double end, List<Double> ticks) {
  private static final double[] STEPS = {1, 2, 5, 10};

  /** Keeps its own copy. */
  Axis {
    ticks = List.copyOf(ticks);
  }

  /** A scale of whole numbers. */
  static Axis ofCounts(long greatest, int atMost) {
    return of(Math.max(1, greatest), atMost, 1);
  }

  /** A scale of percentages: it never ends beyond 100. */
  static Axis ofPercents(double greatest) {
    return of(Math.min(100, Math.max(1, greatest)), 5, 1);
  }

  private static Axis of(double greatest, int atMost, double leastStep) {
    double step = Math.max(leastStep, roundUp(greatest / atMost));
    List<Double> ticks = new ArrayList<>();
    ticks.add(0.0);
    while (ticks.get(ticks.size() - 1) < greatest) {
      ticks.add(ticks.size() * step);
    }
    return new Axis(ticks.get(ticks.size() - 1), ticks);
  }

  private static double roundUp(double step) {
    double power = Math.pow(10, Math.floor(Math.log10(step)));
    for (double factor : STEPS) {
      // What is a round number but for a rounding error is taken for one.
      if (factor * power >= step * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** How much of a length a value takes. */
  int scale(double value, int length) {
    return (int) Math.round(length * Math.max(0, Math.min(value, end)) / end);
  }
}
