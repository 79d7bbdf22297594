package dev.parley.runner;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.util.List;

/** The run as a badge, in the format of shields.io's endpoint. */
final class BadgeJson {
  static final String FILE = "badge.json";

  private BadgeJson() {}

  static String text(RunReport report) {
    List<InstanceResult> results = report.instances();
    long unexpected = results.stream().filter(r -> !r.asExpected()).count();
    long undecided =
        results.stream()
            .filter(r -> !r.asExpected() && r.verdict() == Verdict.BUDGET_EXHAUSTED)
            .count();
    ObjectNode badge = JsonNodeFactory.instance.objectNode();
    badge.put("schemaVersion", 1);
    badge.put("label", "parley");
    if (report.incomplete().isPresent()) {
      badge.put("message", "incomplete");
      badge.put("color", "red");
    } else if (unexpected == 0) {
      badge.put("message", results.size() + " as declared");
      badge.put("color", "brightgreen");
    } else if (unexpected == undecided) {
      badge.put("message", undecided + " of " + results.size() + " undecided");
      badge.put("color", "yellow");
    } else {
      badge.put("message", unexpected + " of " + results.size() + " unexpected");
      badge.put("color", "red");
    }
    return RecordJson.text(badge);
  }
}
