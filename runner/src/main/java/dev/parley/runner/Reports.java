package dev.parley.runner;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.HtmlReport;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes all files of a run. Each is written aside and then moved into place, so that a reader, or
 * a build that is interrupted here, finds the old file or the new one and never half of one. Traces
 * of an earlier run go last, when everything that refers to them has been replaced.
 */
final class Reports {
  /** The report's first page. */
  static final String HTML = "index.html";

  private static final String TRACES = "traces";

  private final Path directory;
  private final Map<String, SourceTree> sources;

  /**
   * Reports that have yet to be written.
   *
   * @param directory where to
   * @param sources each module's sources
   */
  Reports(Path directory, Map<String, SourceTree> sources) {
    this.directory = directory;
    this.sources = sources;
  }

  /**
   * What was written.
   *
   * @param html the report's first page
   * @param json the results for programs
   * @param junit the results for build servers
   * @param sarif the findings for code hosts
   * @param summary the results for a job's page
   * @param traces the trace files, by the name of their instance
   */
  record Written(
      Path html, Path json, Path junit, Path sarif, Path summary, Map<String, Path> traces) {
    /** All but the traces, the one to look at first. */
    List<Path> files() {
      return List.of(html, json, junit, sarif, summary);
    }

    Optional<Path> trace(InstanceResult result) {
      return Optional.ofNullable(traces.get(Gate.name(result)));
    }
  }

  static BrokenRunException unwritable(Path directory, IOException e) {
    return new BrokenRunException(
        "Cannot write the reports to " + directory + ": " + e.getMessage(), e);
  }

  /**
   * Writes a run.
   *
   * @param run the run
   * @param trends its past, as pages show it
   * @param judgements what the past says about it
   */
  Written write(Run run, Trends trends, List<Judgement> judgements) throws IOException {
    // Whatever can fail for another reason than the disk does so before anything is written.
    String json = JsonReport.text(run);
    return write(run, trends, judgements, Optional.of(json));
  }

  /** Writes everything but the results themselves, which were read from where they would go. */
  Written writeAgain(Run run, Trends trends, List<Judgement> judgements) throws IOException {
    return write(run, trends, judgements, Optional.empty());
  }

  private Written write(Run run, Trends trends, List<Judgement> judgements, Optional<String> json)
      throws IOException {
    RunReport report = run.report();
    String junit = JunitXml.text(report.instances(), report.startedAt(), run.failOnBudget());
    String sarif = Sarif.text(run, sources);
    String summary = SummaryText.markdown(run, judgements);
    Map<String, Path> traces = writeTraces(report);
    if (json.isPresent()) {
      replace(directory.resolve(JsonReport.FILE), json.get());
    }
    Written written =
        new Written(
            directory.resolve(HTML),
            directory.resolve(JsonReport.FILE),
            replace(directory.resolve("TEST-parley.xml"), junit),
            replace(directory.resolve(Sarif.FILE), sarif),
            replace(directory.resolve(SummaryText.FILE), summary),
            traces);
    replace(directory.resolve(BadgeJson.FILE), BadgeJson.text(report.instances()));
    HtmlReport.write(report, trends, directory);
    removeOtherTraces(directory.resolve(TRACES), traces);
    return written;
  }

  private Map<String, Path> writeTraces(RunReport report) throws IOException {
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
    return traces;
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
