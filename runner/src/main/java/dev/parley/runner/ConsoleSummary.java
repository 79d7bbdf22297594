package dev.parley.runner;

import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The table at the end of a run. */
final class ConsoleSummary {
  private static final List<String> HEADER =
      List.of(
          "protocol",
          "instance",
          "verdict",
          "states",
          "transitions",
          "depth",
          "states/s",
          "time",
          "");

  /** The columns of texts. */
  private static final Set<Integer> LEFT = Set.of(0, 1, 2, 8);

  private ConsoleSummary() {}

  static List<String> lines(List<InstanceResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    results.forEach(result -> rows.add(row(result)));
    List<String> lines = TextTable.lines(rows, LEFT);
    lines.add(total(results));
    return lines;
  }

  /** The reductions that were asked for and did not take place, and why: a line each. */
  static List<String> unused(InstanceResult result) {
    return result.reductions().stream()
        .filter(reduction -> !reduction.applied())
        .map(r -> Gate.name(result) + ": " + r.name() + " " + r.summary())
        .toList();
  }

  private static List<String> row(InstanceResult result) {
    Figures figures = result.figures();
    return List.of(
        result.description().protocol(),
        result.description().instance(),
        result.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        Quantity.count(figures.states()),
        Quantity.count(figures.transitions()),
        Quantity.count(figures.depth()),
        figures.millis() == 0 ? "-" : Quantity.count(figures.statesPerSecond()),
        Quantity.time(figures.millis()),
        mark(result) + FaultText.after(result) + since(result));
  }

  private static String mark(InstanceResult result) {
    if (!result.asExpected()) {
      return "UNEXPECTED";
    }
    return switch (result.verdict()) {
      case VERIFIED -> "ok";
      default -> "ok, as declared";
    };
  }

  private static String since(InstanceResult result) {
    return result.basis().earlier().map(check -> ", " + check.text()).orElse("");
  }

  static String total(List<InstanceResult> results) {
    long unexpected = results.stream().filter(r -> !r.asExpected()).count();
    return Quantity.count(results.size())
        + (results.size() == 1 ? " instance" : " instances")
        + " checked, "
        + (unexpected == 0 ? "all as declared" : Quantity.count(unexpected) + " unexpected");
  }
}
