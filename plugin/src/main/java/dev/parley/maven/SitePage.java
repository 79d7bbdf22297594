package dev.parley.maven;

import dev.parley.runner.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.doxia.sink.Sink;

/**
 * A run as a page of a Maven site: what the console says at the end, and a link to the report.
 *
 * @param run the run
 * @param report where the report is, seen from the page
 */
record SitePage(RunSummary run, String report) {
  /** Puts a report beside the page, hidden files aside. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = from.relativize(file);
        if (!name.getFileName().toString().startsWith(".")) {
          Path target = to.resolve(name.toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  void render(Sink sink) {
    sink.head();
    sink.title();
    sink.text("Parley");
    sink.title_();
    sink.head_();
    sink.body();
    sink.section1();
    sink.sectionTitle1();
    sink.text("Protocols checked by Parley");
    sink.sectionTitle1_();
    sink.paragraph();
    sink.text(run.total() + ". ");
    sink.link(report);
    sink.text("The report");
    sink.link_();
    sink.text(" has counterexamples, coverage and figures. Parley ");
    sink.text(run.parleyVersion() + ", " + run.startedAt() + ".");
    sink.paragraph_();
    table(sink);
    judgements(sink);
    sink.section1_();
    sink.body_();
  }

  private void table(Sink sink) {
    sink.table();
    sink.tableRows(null, false);
    sink.tableRow();
    for (String title : run.header()) {
      sink.tableHeaderCell();
      sink.text(title);
      sink.tableHeaderCell_();
    }
    sink.tableRow_();
    for (List<String> row : run.rows()) {
      sink.tableRow();
      for (String cell : row) {
        sink.tableCell();
        sink.text(cell);
        sink.tableCell_();
      }
      sink.tableRow_();
    }
    sink.tableRows_();
    sink.table_();
  }

  private void judgements(Sink sink) {
    if (run.judgements().isEmpty()) {
      return;
    }
    sink.paragraph();
    sink.text("Against the recorded history:");
    sink.paragraph_();
    sink.list();
    for (String judgement : run.judgements()) {
      sink.listItem();
      sink.text(judgement);
      sink.listItem_();
    }
    sink.list_();
  }
}
