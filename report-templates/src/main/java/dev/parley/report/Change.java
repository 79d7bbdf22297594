package dev.parley.report;

import dev.parley.engine.result.InstanceResult;
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

  /**
   * Compares with the last recorded point.
   *
   * @param result this run's result
   * @param now the same as a point
   * @param series the past, if there is one
   */
  static View of(InstanceResult result, Point now, Optional<Trends.Series> series) {
    Optional<Point> last =
        series.filter(s -> !s.points().isEmpty()).map(s -> s.points().get(s.points().size() - 1));
    if (last.isEmpty()) {
      return new View("new", "same", NOTHING, "Never recorded before.", Optional.empty());
    }
    Point then = last.get();
    Optional<Badge.View> verdict =
        then.verdict() == now.verdict() ? Optional.empty() : Optional.of(Badge.of(then.verdict()));
    String mode = PresentPoint.mode(result);
    Long before = then.statesByMode().get(mode);
    if (!comparable(then, now) || before == null || before == 0) {
      return new View(
          "–", "same", NOTHING, "Last recorded with another outcome: " + place(then), verdict);
    }
    long after = now.statesByMode().get(mode);
    String detail =
        Numerals.count(before)
            + " states when last recorded, "
            + Numerals.count(after)
            + " now: "
            + place(then);
    double percent = 100.0 * (after - before) / before;
    if (after == before) {
      return new View("unchanged", "same", 0, detail, verdict);
    }
    return after > before
        ? new View("▲ " + more(percent), "grew", percent, detail, verdict)
        : new View("▼ " + Numerals.points(-percent) + " fewer", "shrank", percent, detail, verdict);
  }

  /** Only searches that came to the same end have numbers that mean the same. */
  private static boolean comparable(Point then, Point now) {
    return then.verdict() == now.verdict() && now.decided();
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
