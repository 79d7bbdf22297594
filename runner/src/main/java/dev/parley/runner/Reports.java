package dev.parley.runner;

import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.HtmlReport;
import dev.parley.report.ReproduceCommands;
import dev.parley.report.Trends;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes all files of a run as one set: they are written aside first and then put in place
 * together, so that a reader, or a build that is killed here, never finds half a file or files of
 * two runs side by side. Traces of an earlier run go last, when everything that refers to them has
 * been replaced.
 */
final class Reports {
  /** The report's first page. */
  static final String HTML = "index.html";

  private static final String JUNIT = "TEST-parley.xml";
  private static final String TRACES = "traces";

  private final Path directory;
  private final Map<String, SourceTree> sources;
  private final Map<String, ReproduceCommands> commands = new HashMap<>();

  /** The reports of a run of one module. */
  static Reports of(Path directory, CheckedModule module, Run run) throws IOException {
    return new Reports(directory, Map.of(module.name(), SourceTree.of(module))).with(module, run);
  }

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

  /** The same with the commands that reproduce the results of a module. */
  Reports with(CheckedModule module, Run run) {
    String mode = run.origins().isEmpty() ? SearchMode.DEFAULT.name() : run.origins().get(0).mode();
    commands.put(module.name(), new Reproduction(module, directory, mode, run.options()));
    return this;
  }

  /** Each result is reproduced in the module it is from. */
  private ReproduceCommands commands(Run run) {
    Map<String, ReproduceCommands> byInstance = new HashMap<>();
    for (int i = 0; i < run.origins().size(); i++) {
      byInstance.put(
          Gate.name(run.report().instances().get(i)),
          commands.getOrDefault(run.origins().get(i).module(), ReproduceCommands.MAVEN));
    }
    return new ReproduceCommands() {
      @Override
      public String check(InstanceResult result) {
        return byInstance.get(Gate.name(result)).check(result);
      }

      @Override
      public String replay(InstanceResult result, String traceFile, boolean debug) {
        return byInstance.get(Gate.name(result)).replay(result, traceFile, debug);
      }
    };
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
    return write(run, trends, judgements, true);
  }

  /** Writes everything but the results themselves, which were read from where they would go. */
  Written writeAgain(Run run, Trends trends, List<Judgement> judgements) throws IOException {
    return write(run, trends, judgements, false);
  }

  private Written write(Run full, Trends trends, List<Judgement> judgements, boolean withResults)
      throws IOException {
    Run run = CappedValues.of(full);
    RunReport report = run.report();
    Map<String, String> files = new LinkedHashMap<>();
    FileNames.Run names = names(report);
    for (InstanceResult result : full.report().instances()) {
      String name = traceName(result.description(), names);
      TraceFile.of(result).ifPresent(trace -> files.put(name, trace.text()));
      for (int i = 0; i < result.breakingFaults().size(); i++) {
        String file = FileNames.ofBreakingFaults(name, i + 1);
        TraceFile.of(result, result.breakingFaults().get(i))
            .ifPresent(trace -> files.put(file, trace.text()));
      }
    }
    if (withResults) {
      files.put(JsonReport.FILE, JsonReport.text(run));
    }
    files.put(JUNIT, JunitXml.text(report, run.failOnBudget()));
    files.put(Sarif.FILE, Sarif.text(run, sources));
    files.put(SummaryText.FILE, SummaryText.markdown(run, judgements));
    files.put(BadgeJson.FILE, BadgeJson.text(report));
    HtmlReport.write(
        report,
        trends,
        directory,
        new HtmlReport.Beside(files, Map.of(TRACES, ".json")),
        new HandlerCode(sources.values()),
        commands(run));
    return new Written(
        directory.resolve(HTML),
        directory.resolve(JsonReport.FILE),
        directory.resolve(JUNIT),
        directory.resolve(Sarif.FILE),
        directory.resolve(SummaryText.FILE),
        traces(directory, report));
  }

  /** The trace file of an instance, relative to the report. */
  static String traceName(Model.Description instance, FileNames.Run names) {
    return TRACES + "/" + names.of(instance) + ".json";
  }

  /** The names of the files of a run. */
  static FileNames.Run names(RunReport report) {
    return FileNames.of(report.instances().stream().map(InstanceResult::description).toList());
  }

  /** The trace files that a run will have, by the name of their instance. */
  static Map<String, Path> traces(Path directory, RunReport report) {
    Map<String, Path> traces = new HashMap<>();
    FileNames.Run names = names(report);
    for (InstanceResult result : report.instances()) {
      if (TraceFile.of(result).isPresent()) {
        traces.put(Gate.name(result), directory.resolve(traceName(result.description(), names)));
      }
    }
    return traces;
  }

  /**
   * Removes the report of an earlier run: whoever finds a report takes it for what is true now. A
   * common report of several modules stays.
   *
   * @return whether there was one
   */
  static boolean remove(Path directory) throws IOException {
    boolean found = JsonReport.existsIn(directory);
    if (!found || isCommon(directory)) {
      return false;
    }
    for (String name :
        List.of(
            HTML,
            JsonReport.FILE,
            JUNIT,
            Sarif.FILE,
            SummaryText.FILE,
            BadgeJson.FILE,
            CodeHostNotes.GITLAB_FILE,
            ResultJournal.FILE)) {
      Files.deleteIfExists(directory.resolve(name));
    }
    HtmlReport.removePages(directory, Map.of(TRACES, ".json"));
    return found;
  }

  private static boolean isCommon(Path directory) {
    try {
      return JsonReport.readFrom(directory).options().isEmpty();
    } catch (BrokenRunException damaged) {
      return false;
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
