package dev.parley.protocols.tables;

import java.util.List;

/**
 * One table of a paper.
 *
 * @param title its name
 * @param about sentences to read before the figures
 * @param rows its rows
 */
record Table(String title, List<String> about, List<Row> rows) {
  Table {
    about = List.copyOf(about);
    rows = List.copyOf(rows);
  }
}
