package dev.parley.runner;

import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A comparison as a table, for the console and in Markdown. */
final class ComparisonText {
  private static final List<String> HEADER =
      List.of(
          "mode",
          "verdict",
          "states",
          "transitions",
          "stored",
          "pushes",
          "peak stack",
          "depth",
          "time",
          "fewer states (over)",
          "less time (over)");

  /** The columns of texts. */
  private static final Set<Integer> LEFT = Set.of(0, 1, 9, 10);

  private ComparisonText() {}

  static List<String> console(ComparisonResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(name(result) + ": " + verdict(result));
    if (!result.modes().isEmpty()) {
      lines.addAll(TextTable.lines(rows(result), LEFT));
    }
    return lines;
  }

  /** What the console says about a comparison that went wrong. */
  static List<String> error(ComparisonResult result) {
    List<String> lines = new ArrayList<>();
    result
        .error()
        .ifPresent(
            mistake -> {
              lines.add(name(result) + ": error in " + mistake.place());
              mistake.message().lines().forEach(l -> lines.add("  " + l));
              mistake.details().lines().forEach(l -> lines.add("    " + l));
            });
    return lines;
  }

  static String markdown(ComparisonReport report) {
    List<String> lines = new ArrayList<>();
    lines.add("# " + TextTable.escaped(report.title()) + ": search modes compared");
    lines.add("");
    lines.add(
        "Parley "
            + report.parleyVersion()
            + " on Java "
            + report.javaVersion()
            + ", started "
            + report.startedAt());
    for (ComparisonResult result : report.comparisons()) {
      lines.add("");
      lines.add("## " + TextTable.escaped(name(result)) + ": " + verdict(result));
      lines.add("");
      if (!result.modes().isEmpty()) {
        lines.addAll(TextTable.markdown(rows(result), LEFT));
      }
      result
          .error()
          .ifPresent(
              e -> {
                lines.add("");
                lines.add(TextTable.escaped("Error in " + e.place() + ": " + e.message()));
              });
    }
    return String.join("\n", lines) + "\n";
  }

  static String name(ComparisonResult result) {
    return result.description().protocol() + " / " + result.description().instance();
  }

  private static String verdict(ComparisonResult result) {
    return words(result.verdict().name());
  }

  private static List<List<String>> rows(ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    result.modes().forEach(mode -> rows.add(row(mode)));
    return rows;
  }

  /** A mode that used up its budget shows lower bounds. */
  private static List<String> row(ModeResult mode) {
    Figures figures = mode.figures();
    String bound = mode.decided() ? "" : ">";
    return List.of(
        mode.mode(),
        words(mode.verdict().name()),
        bound + Quantity.count(figures.states()),
        bound + Quantity.count(figures.transitions()),
        bound + Quantity.memory(figures.storeBytes()),
        bound + Quantity.count(figures.stackPushes()),
        bound + Quantity.count(figures.peakStack()),
        bound + Quantity.count(figures.depth()),
        bound + Quantity.time(mode.medianMillis()),
        savings(mode, r -> Optional.of(r.statesPercent())),
        savings(mode, Reduction::timePercent));
  }

  private static String savings(ModeResult mode, Function<Reduction, Optional<Double>> percentage) {
    List<String> savings = new ArrayList<>();
    for (Reduction reduction : mode.reductions()) {
      percentage
          .apply(reduction)
          .ifPresent(p -> savings.add(Reduction.text(p) + " (" + reduction.over() + ")"));
    }
    return savings.isEmpty() ? "-" : String.join(", ", savings);
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
