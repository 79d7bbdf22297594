package dev.parley.report;

import dev.parley.engine.result.Profile;
import dev.parley.engine.result.Profile.StepCount;
import java.util.Comparator;
import java.util.List;

/** Which handlers the explored transitions belong to, the most frequent first. */
final class StepMix {
  private StepMix() {}

  /**
   * One handler.
   *
   * @param handler its name
   * @param transitions how many transitions
   * @param share of all, as text
   * @param fill of the most frequent one's, between 0 and 100
   */
  public record Row(String handler, String transitions, String share, double fill) {}

  static List<Row> of(Profile profile) {
    long all = profile.steps().stream().mapToLong(StepCount::transitions).sum();
    long most = profile.steps().stream().mapToLong(StepCount::transitions).max().orElse(0);
    if (all == 0) {
      return List.of();
    }
    return profile.steps().stream()
        .sorted(Comparator.comparingLong(StepCount::transitions).reversed())
        .map(
            step ->
                new Row(
                    step.handler(),
                    Numerals.count(step.transitions()),
                    Numerals.points(100.0 * step.transitions() / all),
                    Math.round(1000.0 * step.transitions() / most) / 10.0))
        .toList();
  }
}
