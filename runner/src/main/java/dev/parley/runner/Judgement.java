package dev.parley.runner;

import dev.parley.runner.history.HistoryRecord;

/**
 * What the recorded past says about one figure of a run.
 *
 * @param subject the instance
 * @param grade whether the figure passes
 * @param text the figure against what was recorded and what is allowed, without a full stop
 */
record Judgement(HistoryRecord.Subject subject, Grade grade, String text) {
  enum Grade {
    PASSED,
    FAILED,
    /** The figure is missing, or depends on the machine: it is mentioned and nothing more. */
    NOT_JUDGED,
    /** Something to look at before trusting the others; it fails nothing. */
    WARNING
  }

  boolean failed() {
    return grade == Grade.FAILED;
  }
}
