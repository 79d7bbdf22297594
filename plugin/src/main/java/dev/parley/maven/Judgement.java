package dev.parley.maven;

import dev.parley.maven.history.HistoryRecord;

/**
 * What the recorded past says about one figure of a run.
 *
 * @param subject the instance
 * @param outcome whether the figure passes
 * @param text the figure against what was recorded and what is allowed, without a full stop
 */
record Judgement(HistoryRecord.Subject subject, Outcome outcome, String text) {
  enum Outcome {
    PASSED,
    FAILED,
    /** The figure is missing, or depends on the machine: it is mentioned and nothing more. */
    NOT_JUDGED
  }

  boolean failed() {
    return outcome == Outcome.FAILED;
  }
}
