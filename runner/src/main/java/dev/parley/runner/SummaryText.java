package dev.parley.runner;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The run in Markdown, for the page a build server shows of a job. */
final class SummaryText {
  static final String FILE = "summary.md";

  private static final List<String> HEADER =
      List.of("", "protocol", "instance", "verdict", "states", "depth", "time");

  /** The columns of texts. */
  private static final Set<Integer> LEFT = Set.of(0, 1, 2, 3);

  private SummaryText() {}

  static String markdown(Run run, List<Judgement> judgements) {
    List<InstanceResult> results = run.report().instances();
    List<String> lines = new ArrayList<>();
    lines.add("## Parley: " + TextTable.escaped(run.report().title()));
    lines.add("");
    lines.add(ConsoleSummary.total(results) + ".");
    run.report()
        .incomplete()
        .ifPresent(
            why -> {
              lines.add("");
              lines.add("❌ " + TextTable.escaped(IncompleteText.sentence(why)));
            });
    lines.add("");
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    results.forEach(result -> rows.add(row(result, run.failOnBudget())));
    lines.addAll(TextTable.markdown(rows, LEFT));
    addFindings(lines, results);
    addWarnings(lines, results);
    addJudgements(lines, judgements);
    lines.add("");
    lines.add(
        "Parley "
            + run.report().parleyVersion()
            + " on Java "
            + run.report().javaVersion()
            + ", started "
            + run.report().startedAt()
            + ". Times depend on the machine.");
    return String.join("\n", lines) + "\n";
  }

  private static List<String> row(InstanceResult result, boolean failOnBudget) {
    boolean tolerated = Gate.tolerates(result, failOnBudget);
    return List.of(
        result.asExpected() ? "✅" : tolerated ? "⚠️" : "❌",
        result.description().protocol(),
        result.description().instance(),
        result.verdictText()
            + (result.asExpected() || result.isUncontradicted() ? "" : ", unexpected")
            + FaultText.inBrackets(result),
        Quantity.count(result.figures().states()),
        Quantity.count(result.figures().depth()),
        Quantity.time(result.figures().millis()));
  }

  private static void addFindings(List<String> lines, List<InstanceResult> results) {
    for (InstanceResult result : results) {
      if (result.asExpected()) {
        continue;
      }
      lines.add("");
      lines.add("**" + TextTable.escaped(Gate.describe(result)) + "**");
      for (String sentence : FaultText.sentences(result)) {
        lines.add("");
        lines.add(TextTable.escaped(sentence));
      }
      result
          .violation()
          .flatMap(Violation::trace)
          .map(Trace::steps)
          .filter(steps -> !steps.isEmpty())
          .ifPresent(
              steps -> {
                lines.add("");
                lines.add("<details><summary>" + steps.size() + " steps</summary>");
                lines.add("");
                // Indented and not fenced: a message's text could contain any fence.
                StepText.lines(steps)
                    .forEach(line -> lines.add("    " + line.replaceAll("\\R", " ")));
                lines.add("");
                lines.add("</details>");
              });
    }
  }

  private static void addWarnings(List<String> lines, List<InstanceResult> results) {
    for (InstanceResult result : results) {
      List<String> warnings = new ArrayList<>(NotJudged.warnings(result));
      result.warnings().forEach(warning -> warnings.add(Gate.name(result) + ": " + warning));
      for (String warning : warnings) {
        lines.add("");
        lines.add("⚠️ " + TextTable.escaped(warning));
      }
    }
  }

  private static void addJudgements(List<String> lines, List<Judgement> judgements) {
    if (judgements.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Against the recorded history:");
    lines.add("");
    for (Judgement judgement : judgements) {
      lines.add(
          "- "
              + switch (judgement.grade()) {
                case PASSED -> "✅ ";
                case FAILED -> "❌ ";
                case NOT_JUDGED -> "";
                case WARNING -> "⚠️ ";
              }
              + TextTable.escaped(judgement.text()));
    }
  }
}
