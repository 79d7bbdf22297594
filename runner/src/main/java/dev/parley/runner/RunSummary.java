package dev.parley.runner;

import dev.parley.engine.result.InstanceResult;
import java.util.List;

/**
 * A run as texts, for pages that build tools make themselves.
 *
 * @param total one sentence about all instances, without its full stop
 * @param parleyVersion the version of Parley that ran
 * @param startedAt when it ran
 * @param header the titles of the columns
 * @param rows the instances
 * @param judgements what the recorded past says about the run
 */
public record RunSummary(
    String total,
    String parleyVersion,
    String startedAt,
    List<String> header,
    List<List<String>> rows,
    List<String> judgements) {
  private static final List<String> HEADER =
      List.of("Protocol", "Instance", "Verdict", "States", "Depth", "");

  /** Keeps its own copies. */
  public RunSummary {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
    judgements = List.copyOf(judgements);
  }

  static RunSummary of(Run run, List<Judgement> judgements) {
    List<InstanceResult> results = run.report().instances();
    return new RunSummary(
        ConsoleSummary.total(results),
        run.report().parleyVersion(),
        run.report().startedAt(),
        HEADER,
        results.stream().map(RunSummary::row).toList(),
        judgements.stream().map(j -> (j.failed() ? "Worse: " : "") + j.text()).toList());
  }

  private static List<String> row(InstanceResult result) {
    return List.of(
        result.description().protocol(),
        result.description().instance(),
        result.verdictText() + FaultText.inBrackets(result),
        Quantity.count(result.figures().states()),
        Quantity.count(result.figures().depth()),
        result.asExpected()
            ? "as declared"
            : result.isUncontradicted() ? "nothing proven" : "unexpected");
  }
}
