package dev.parley.protocols.tables;

import java.util.List;
import java.util.Optional;

/**
 * One row of a paper's table: a protocol in a setting, searched in several ways.
 *
 * @param title the paper's name for it
 * @param about what it is, and which instances stand for it
 * @param lines the searches
 * @param remark why figures differ from the paper's in more than size; empty if they do not
 */
record Row(String title, String about, List<Line> lines, String remark) {
  Row {
    lines = List.copyOf(lines);
  }

  /** The line a reduction is computed over, if there is one. */
  Optional<Line> baseline(Line line) {
    return lines.stream().filter(other -> other.search().equals(line.over())).findFirst();
  }
}
