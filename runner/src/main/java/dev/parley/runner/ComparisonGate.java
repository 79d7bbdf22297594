package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Stops the build if a comparison went wrong: its figures, and then the verdicts too, cannot be
 * trusted. What a comparison merely shows never stops it.
 *
 * @param report where to read more
 */
record ComparisonGate(Path report) {

  Optional<Objection> judge(List<ComparisonResult> comparisons) {
    return objection(mistakes(comparisons));
  }

  /** Judges the comparisons of a check, whose own verdicts must not contradict them either. */
  Optional<Objection> judge(RunReport run) {
    List<String> problems = mistakes(run.comparisons());
    for (InstanceResult checked : run.instances()) {
      run.comparison(checked)
          .filter(compared -> decided(compared.verdict()) && decided(checked.verdict()))
          .filter(compared -> compared.verdict() != checked.verdict())
          .ifPresent(compared -> problems.add(contradiction(checked, compared)));
    }
    return objection(problems);
  }

  private Optional<Objection> objection(List<String> problems) {
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Objection.broken(
                "The comparison of search modes failed: "
                    + String.join("; ", problems)
                    + ". Report: "
                    + report));
  }

  private static List<String> mistakes(List<ComparisonResult> comparisons) {
    List<String> problems = new ArrayList<>();
    for (ComparisonResult comparison : comparisons) {
      comparison.error().ifPresent(e -> problems.add(describe(comparison, e)));
    }
    return problems;
  }

  private static String describe(ComparisonResult comparison, Mistake mistake) {
    String message = mistake.message().lines().findFirst().orElse("");
    return ComparisonText.name(comparison)
        + ": error in "
        + mistake.place()
        + ": "
        + (message.endsWith(".") ? message.substring(0, message.length() - 1) : message);
  }

  private static String contradiction(InstanceResult checked, ComparisonResult compared) {
    return Gate.name(checked)
        + ": the check found it "
        + words(checked.verdict())
        + " ("
        + checked.search()
        + ") and the comparison "
        + words(compared.verdict())
        + "; this is a bug in Parley, please report it with the protocol";
  }

  /** What the modes agree upon, if it is not what was declared. */
  static Optional<String> surprise(ComparisonResult result) {
    Verdict expected = result.description().expected();
    return decided(result.verdict()) && result.verdict() != expected
        ? Optional.of(
            ComparisonText.name(result)
                + " is "
                + words(result.verdict())
                + " and declared to be "
                + words(expected)
                + ". `mvn parley:check` shows why.")
        : Optional.empty();
  }

  private static boolean decided(Verdict verdict) {
    return verdict == Verdict.VERIFIED || verdict == Verdict.VIOLATED;
  }

  private static String words(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
