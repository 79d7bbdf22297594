package dev.parley.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

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
    return lines(rows, left, (row, column) -> Style.PLAIN).stream().map(Line::text).toList();
  }

  /** Says how the cells of a table stand out. */
  @FunctionalInterface
  interface Styling {
    /** The style of a cell; row 0 is the header. */
    Style of(int row, int column);
  }

  /** The same with cells that stand out. */
  static List<Line> lines(List<List<String>> rows, Set<Integer> left, Styling styling) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int number = i;
      lines.add(align(rows.get(i), widths, left, column -> styling.of(number, column)));
    }
    int width = lines.stream().mapToInt(line -> line.text().length()).max().getAsInt();
    lines.add(1, Line.of("-".repeat(width)));
    return lines;
  }

  private static Line align(
      List<String> row, int[] widths, Set<Integer> left, IntFunction<Style> styles) {
    Line line = new Line(List.of());
    String gap = "";
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      line = line.and(left.contains(i) ? gap : gap + padding).and(styles.apply(i), cell);
      // Nothing stands behind the last text of a line.
      gap = left.contains(i) ? padding + "  " : "  ";
      if (row.subList(i + 1, row.size()).stream().allMatch(String::isEmpty)) {
        break;
      }
    }
    return line;
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
