package dev.parley.report;

import java.io.IOException;
import java.nio.file.Path;

/** A report of a counterexample that no short search finds, for tests in the browser. */
public final class StormyReport {
  private StormyReport() {}

  /** Writes it to {@code target}; returns the page of its only instance. */
  public static Path write() throws IOException {
    Path directory = Path.of("target", "stormy-report").toAbsolutePath();
    HtmlReport.write(Fixtures.report(Fixtures.stormy()), directory);
    return directory.resolve("instances/storm-servers.2.html");
  }
}
