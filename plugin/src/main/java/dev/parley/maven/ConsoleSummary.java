package dev.parley.maven;

import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

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

  /** Texts stand left, figures right. */
  private static final int TEXT_COLUMNS = 3;

  private ConsoleSummary() {}

  static List<String> lines(List<InstanceResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    results.forEach(result -> rows.add(row(result)));
    int[] widths = new int[HEADER.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(align(row, widths)));
    lines.add(1, "-".repeat(Collections.max(lines.stream().map(String::length).toList())));
    lines.add(total(results));
    return lines;
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
        mark(result));
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

  private static String align(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      boolean left = i < TEXT_COLUMNS || i == widths.length - 1;
      line.append(i == 0 ? "" : "  ").append(left ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }

  private static String total(List<InstanceResult> results) {
    long unexpected = results.stream().filter(r -> !r.asExpected()).count();
    return Quantity.count(results.size())
        + (results.size() == 1 ? " instance" : " instances")
        + " checked, "
        + (unexpected == 0 ? "all as declared" : Quantity.count(unexpected) + " unexpected");
  }
}
