package dev.parley.protocols.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tables as one HTML page that needs nothing else. */
final class HtmlPage {
  private final Measurements measurements;
  private final StringBuilder page = new StringBuilder();
  private Layout layout = Layout.SEARCHES;

  HtmlPage(Measurements measurements) {
    this.measurements = measurements;
  }

  String of(List<Table> tables) {
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    element("title", Preface.TITLE);
    page.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n<header>\n");
    element("h1", Preface.TITLE);
    Preface.sentences().forEach(sentence -> element("p", sentence));
    page.append("<pre>").append(escaped(Preface.COMMAND)).append("</pre>\n<nav>\n<ul>\n");
    for (int i = 0; i < tables.size(); i++) {
      page.append("<li><a href=\"#table").append(i + 1).append("\">");
      page.append(escaped(tables.get(i).title())).append("</a></li>\n");
    }
    page.append("</ul>\n</nav>\n</header>\n<main>\n");
    for (int i = 0; i < tables.size(); i++) {
      table(i + 1, tables.get(i));
    }
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private void table(int number, Table table) {
    page.append("<section id=\"table").append(number).append("\">\n");
    element("h2", table.title());
    table.about().forEach(sentence -> element("p", sentence));
    page.append("<div class=\"scroll\">\n<table>\n");
    layout = table.layout();
    head();
    table.rows().forEach(this::row);
    page.append("</table>\n</div>\n</section>\n");
  }

  private void head() {
    page.append("<thead>\n<tr>");
    for (String word : layout.columns().subList(0, layout.words())) {
      page.append("<th rowspan=\"2\">").append(word).append("</th>");
    }
    page.append(group(layout.ofThePaper(), "paper")).append(group(layout.ofParley(), "Parley"));
    page.append("<th rowspan=\"2\">outcome</th></tr>\n<tr>");
    for (int column = layout.words(); column < layout.count() - 1; column++) {
      page.append("<th class=\"").append(kind(column)).append("\">");
      page.append(layout.columns().get(column).replaceFirst(".*: ", "")).append("</th>");
    }
    page.append("</tr>\n</thead>\n");
  }

  private static String group(int columns, String name) {
    return "<th class=\"group\" colspan=\"" + columns + "\">" + name + "</th>";
  }

  private void row(Row row) {
    page.append("<tbody>\n<tr class=\"row\"><th colspan=\"").append(layout.count());
    page.append("\">").append(escaped(row.title()));
    page.append(" <span>").append(escaped(row.about())).append("</span></th></tr>\n");
    row.lines().forEach(line -> line(Cells.of(layout, row, line, measurements)));
    if (!row.remark().isEmpty()) {
      page.append("<tr class=\"remark\"><td colspan=\"").append(layout.count());
      page.append("\">").append(escaped(row.remark())).append("</td></tr>\n");
    }
    page.append("</tbody>\n");
  }

  private void line(Cells cells) {
    page.append(cells.differs() ? "<tr class=\"differs\">" : "<tr>");
    for (int column = 0; column < cells.texts().size(); column++) {
      String text = escaped(cells.texts().get(column));
      page.append("<td class=\"").append(kind(column)).append("\">");
      page.append(
          column < cells.texts().size() - 1 || text.isEmpty()
              ? text
              : "<span class=\"" + text.replaceAll("\\W.*", "") + "\">" + text + "</span>");
      page.append("</td>");
    }
    page.append("</tr>\n");
  }

  private String kind(int column) {
    if (column < layout.words() || column == layout.count() - 1) {
      return "word";
    }
    boolean first = column == layout.words() || column == layout.words() + layout.ofThePaper();
    return first ? "number first" : "number";
  }

  private void element(String name, String text) {
    page.append('<').append(name).append('>').append(escaped(text));
    page.append("</").append(name).append(">\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String style() {
    try (InputStream css = HtmlPage.class.getResourceAsStream("tables.css")) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
