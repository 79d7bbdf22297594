package dev.parley.runner;

import dev.parley.engine.result.RunReport;
import java.util.Optional;

/** What to say of a run that lacks results. */
final class IncompleteText {
  private static final int MOST_NAMES = 20;

  private IncompleteText() {}

  static String sentence(RunReport.Incomplete why) {
    int missing = why.missing().size();
    return "This run is incomplete. "
        + why.reason()
        + (missing == 0
            ? ""
            : " "
                + Quantity.count(missing)
                + (missing == 1 ? " instance has" : " instances have")
                + " no result: "
                + String.join(", ", why.missing().stream().limit(MOST_NAMES).toList())
                + (missing > MOST_NAMES ? ", ..." : "")
                + ".");
  }

  /** A run that lacks results passes no gate. */
  static Optional<Objection> objection(RunReport report) {
    return report.incomplete().map(why -> Objection.broken(sentence(why)));
  }
}
