package dev.parley.report;

import dev.parley.report.Trends.Point;
import java.util.Optional;

/** What became of an instance since it was last recorded. */
final class Change {
  /** Sorts what cannot be compared below all that can. */
  private static final double NOTHING = -1e9;

  private Change() {}

  /**
   * The change.
   *
   * @param text by how much the number of states grew or shrank
   * @param style the CSS class: {@code grew}, {@code shrank}, {@code same}
   * @param key for sorting
   * @param detail the numbers and the commit
   * @param verdict the verdict then, if it was another
   */
  public record View(
      String text, String style, double key, String detail, Optional<Badge.View> verdict) {}

  /** What is told of an instance that has no past. */
  static final View NEW =
      new View("new", "same", NOTHING, "Never recorded before.", Optional.empty());

  /**
   * Compares with the last recorded point.
   *
   * @param now this run
   * @param series the past
   */
  static View of(Point now, Trends.Series series) {
    Point then = series.points().get(series.points().size() - 1);
    Optional<Badge.View> verdict =
        then.verdict() == now.verdict() ? Optional.empty() : Optional.of(Badge.of(then.verdict()));
    if (then.verdict() != now.verdict() || !now.decided()) {
      return incomparable("Last recorded with another outcome: " + place(then), verdict);
    }
    if (!then.search().equals(now.search())) {
      return incomparable(
          "Last recorded of another search, " + then.search() + ": " + place(then), verdict);
    }
    Long before = then.statesByMode().get(series.mode());
    Long after = now.statesByMode().get(series.mode());
    if (before == null || after == null || before == 0) {
      return incomparable("Its states were not recorded: " + place(then), verdict);
    }
    String detail =
        Numerals.count(before)
            + " states when last recorded, "
            + Numerals.count(after)
            + " now: "
            + place(then);
    double percent = 100.0 * (after - before) / before;
    if (after.equals(before)) {
      return new View("unchanged", "same", 0, detail, verdict);
    }
    return after > before
        ? new View("▲ " + more(percent), "grew", percent, detail, verdict)
        : new View("▼ " + Numerals.points(-percent) + " fewer", "shrank", percent, detail, verdict);
  }

  /** Only the same searches that came to the same end have numbers that mean the same. */
  private static View incomparable(String why, Optional<Badge.View> verdict) {
    return new View("–", "same", NOTHING, why, verdict);
  }

  private static String more(double percent) {
    return percent < 900
        ? Numerals.points(percent) + " more"
        : Numerals.count(Math.round(1 + percent / 100)) + " times as many";
  }

  private static String place(Point point) {
    return "commit " + shortened(point.commit()) + ", " + point.recordedAt();
  }

  /** As much of a commit as people say. */
  static String shortened(String commit) {
    return commit.matches("[0-9a-f]{12,}") ? commit.substring(0, 7) : commit;
  }
}
