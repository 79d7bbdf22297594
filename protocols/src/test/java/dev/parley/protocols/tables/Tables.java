package dev.parley.protocols.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures everything and writes {@code tables.html} and {@code tables.md}: {@code mvn -pl
 * protocols -am -Ptables -DskipTests verify}. The pages are written anew after every line, so that
 * an interrupted run leaves what it has. All searches share one Java machine and run one after the
 * other; a machine of its own for each would measure the compiler.
 */
public final class Tables {
  private static final String KEPT = "measured.txt";

  private final Path folder;
  private final Map<String, Measured> measured = new LinkedHashMap<>();

  private Tables(Path folder) {
    this.folder = folder;
  }

  static List<Table> all() {
    return List.of(
        DbssTable.table(),
        QuorumTable.table(),
        ModelsTable.table(),
        RoundsTable.table(),
        PeersTable.table());
  }

  /**
   * Writes the pages.
   *
   * @param args the folder to write to, {@code true} if what an earlier run left there is to be
   *     used instead of being measured again, and a part of the titles of the tables to measure, if
   *     not all
   * @throws IOException if that fails
   */
  public static void main(String[] args) throws IOException {
    Tables tables = new Tables(Files.createDirectories(Path.of(args[0])));
    if (args.length > 1 && Boolean.parseBoolean(args[1])) {
      tables.recall();
    }
    tables.measure(args.length > 2 ? args[2] : "");
    tables.write();
    tables.requireCredible();
  }

  private void measure(String title) throws IOException {
    for (Table table : all().stream().filter(t -> t.title().contains(title)).toList()) {
      for (Row row : table.rows()) {
        for (Line line : row.lines()) {
          if (line.run().isPresent() && !measured.containsKey(line.run().get().key())) {
            Measured result = Laboratory.measure(line.run().get());
            measured.put(line.run().get().key(), result);
            System.out.printf("%s: %s: %s%n", row.title(), line.search(), result.line());
            write();
          }
        }
      }
    }
  }

  private void write() throws IOException {
    Measurements known = run -> Optional.ofNullable(measured.get(run.key()));
    Files.writeString(folder.resolve("tables.html"), new HtmlPage(known).of(all()));
    Files.writeString(folder.resolve("tables.md"), new MarkdownPage(known).of(all()));
    Files.write(
        folder.resolve(KEPT),
        measured.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue().line()).toList());
  }

  private void recall() throws IOException {
    if (Files.exists(folder.resolve(KEPT))) {
      for (String line : Files.readAllLines(folder.resolve(KEPT))) {
        String[] parts = line.split("\t");
        measured.put(parts[0], Measured.parse(parts[1]));
      }
    }
  }

  /** A verdict that is not the declared one is a mistake somewhere, whatever the figures say. */
  private void requireCredible() {
    List<String> wrong =
        measured.entrySet().stream()
            .filter(e -> !e.getValue().credible())
            .map(e -> e.getKey() + ": " + e.getValue().outcome())
            .toList();
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("not as declared: " + String.join("; ", wrong));
    }
  }
}
