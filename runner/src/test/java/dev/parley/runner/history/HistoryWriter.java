package dev.parley.runner.history;

import java.nio.file.Path;
import java.util.List;

/** A process that records: {@code file, name, how many times}. */
final class HistoryWriter {
  private HistoryWriter() {}

  public static void main(String[] arguments) throws Exception {
    write(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
  }

  static void write(Path file, String name, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      new HistoryFile(file)
          .append(
              List.of(
                  Records.of(Records.FIRST, 1, name + "(" + i + ",1)"),
                  Records.of(Records.FIRST, 1, name + "(" + i + ",2)")));
    }
  }
}
