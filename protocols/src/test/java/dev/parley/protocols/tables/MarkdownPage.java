package dev.parley.protocols.tables;

import java.util.List;
import java.util.stream.Collectors;

/** The tables as Markdown. */
final class MarkdownPage {
  private final Measurements measurements;
  private final StringBuilder page = new StringBuilder();
  private Layout layout = Layout.SEARCHES;

  MarkdownPage(Measurements measurements) {
    this.measurements = measurements;
  }

  String of(List<Table> tables) {
    page.append("# ").append(Preface.TITLE).append("\n\n");
    Preface.sentences().forEach(this::paragraph);
    page.append("```\n").append(Preface.COMMAND).append("\n```\n\n");
    paragraph("writes this page, `tables.md`, and `tables.html` to `protocols/target/tables`.");
    tables.forEach(this::table);
    return page.toString().stripTrailing() + "\n";
  }

  private void table(Table table) {
    page.append("## ").append(table.title()).append("\n\n");
    table.about().forEach(this::paragraph);
    layout = table.layout();
    table.rows().forEach(this::row);
  }

  private void row(Row row) {
    page.append("### ").append(row.title()).append("\n\n");
    paragraph(row.about());
    line(layout.columns());
    page.append("|---".repeat(layout.words()));
    page.append("|--:".repeat(layout.count() - layout.words() - 1)).append("|---|\n");
    row.lines().forEach(line -> line(Cells.of(layout, row, line, measurements).texts()));
    page.append('\n');
    if (!row.remark().isEmpty()) {
      paragraph(row.remark());
    }
  }

  private void line(List<String> texts) {
    page.append(texts.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private void paragraph(String text) {
    page.append(text).append("\n\n");
  }
}
