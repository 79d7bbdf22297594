package dev.parley.protocols.tables;

import java.util.List;

/**
 * One table of a paper.
 *
 * @param title its name
 * @param about sentences to read before the figures
 * @param rows its rows
 * @param layout its columns
 */
record Table(String title, List<String> about, List<Row> rows, Layout layout) {
  /** Of searches that are meant to improve on each other. */
  Table(String title, List<String> about, List<Row> rows) {
    this(title, about, rows, Layout.SEARCHES);
  }

  Table {
    about = List.copyOf(about);
    rows = List.copyOf(rows);
  }
}
