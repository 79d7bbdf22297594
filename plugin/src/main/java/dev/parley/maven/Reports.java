package dev.parley.maven;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.HtmlReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes all files of a run. Each is written aside and then moved into place, so that a reader, or
 * a build that is interrupted here, finds the old file or the new one and never half of one. Traces
 * of an earlier run go last, when everything that refers to them has been replaced.
 */
final class Reports {
  private static final String TRACES = "traces";

  private final CheckOptions options;
  private final Environment environment;

  Reports(CheckOptions options, Environment environment) {
    this.options = options;
    this.environment = environment;
  }

  /**
   * What was written.
   *
   * @param html the report's first page
   * @param json the results for programs
   * @param junit the results for build servers
   * @param traces the trace files, by the name of their instance
   */
  record Written(Path html, Path json, Path junit, Map<String, Path> traces) {
    Optional<Path> trace(InstanceResult result) {
      return Optional.ofNullable(traces.get(Gate.name(result)));
    }
  }

  Written write(RunReport report) throws IOException {
    Path directory = options.run().outputDirectory();
    Map<String, Path> traces = new HashMap<>();
    for (InstanceResult result : report.instances()) {
      Optional<TraceFile> trace = TraceFile.of(result);
      if (trace.isPresent()) {
        String name =
            FileNames.of(result.description().protocol(), result.description().instance());
        Path file = directory.resolve(TRACES).resolve(name + ".json");
        traces.put(Gate.name(result), replace(file, trace.get().text()));
      }
    }
    Path json =
        replace(directory.resolve("parley.json"), JsonReport.text(report, environment, options));
    Path junit =
        replace(
            directory.resolve("TEST-parley.xml"),
            JunitXml.text(report.instances(), report.startedAt(), options.failOnBudget()));
    Path html = HtmlReport.write(report, directory);
    removeOtherTraces(directory.resolve(TRACES), traces);
    return new Written(html, json, junit, traces);
  }

  private static void removeOtherTraces(Path directory, Map<String, Path> written)
      throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
      for (Path file : files) {
        if (!written.containsValue(file)) {
          Files.delete(file);
        }
      }
    }
  }

  /** Puts a file in place, whole or not at all. */
  static Path replace(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    // Not createTempFile: only its owner could read the file, and build servers are other users.
    Path aside = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.write(aside, text.getBytes(StandardCharsets.UTF_8));
      try {
        Files.move(
            aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(aside);
    }
    return file;
  }
}
