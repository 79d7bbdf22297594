package dev.parley.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Rows of texts as lines of equal columns, the first row being the header. */
final class TextTable {
  private TextTable() {}

  /**
   * Lays a table out.
   *
   * @param rows the header and the rows, all of the same length
   * @param left the columns of texts, which stand left; figures stand right
   */
  static List<String> lines(List<List<String>> rows, Set<Integer> left) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(align(row, widths, left)));
    lines.add(1, "-".repeat(Collections.max(lines.stream().map(String::length).toList())));
    return lines;
  }

  private static String align(List<String> row, int[] widths, Set<Integer> left) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : "  ").append(left.contains(i) ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }

  /** The same as a table in Markdown. */
  static List<String> markdown(List<List<String>> rows, Set<Integer> left) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(piped(row.stream().map(TextTable::escaped).toList())));
    List<String> rule = new ArrayList<>();
    for (int i = 0; i < rows.get(0).size(); i++) {
      rule.add(left.contains(i) ? "---" : "---:");
    }
    lines.add(1, piped(rule));
    return lines;
  }

  private static String piped(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /** Text that Markdown does not take for markup. */
  static String escaped(String text) {
    return text.replaceAll("([\\\\`*_{}\\[\\]<>#|])", "\\\\$1").replaceAll("\\R", " ");
  }
}
