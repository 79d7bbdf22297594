package dev.parley.protocols.tables;

import java.util.List;

/**
 * The columns of a table: words first, then figures of the paper, then figures of Parley, and the
 * outcome last.
 *
 * @param columns what they are called; the first of the paper's and of Parley's say whose they are
 * @param words how many hold words
 * @param ofThePaper how many hold what the paper says
 */
record Layout(List<String> columns, int words, int ofThePaper) {
  /** Searches that are meant to improve on each other. */
  static final Layout SEARCHES =
      new Layout(
          List.of(
              "search",
              "over",
              "paper: states",
              "time",
              "fewer states",
              "less time",
              "Parley: states",
              "time",
              "in all",
              "fewer states",
              "less time",
              "outcome"),
          2,
          4);

  /** Checks that ask programs. */
  static final Layout PROGRAMS =
      new Layout(
          List.of(
              "instance",
              "connections, messages",
              "paper: states",
              "time",
              "checkpoints",
              "Parley: states",
              "time",
              "in all",
              "starts",
              "requests",
              "checkpoints",
              "outcome"),
          2,
          3);

  Layout {
    columns = List.copyOf(columns);
  }

  int count() {
    return columns.size();
  }

  int ofParley() {
    return count() - words - ofThePaper - 1;
  }
}
