package dev.parley.junit;

import dev.parley.runner.CheckOptions;
import dev.parley.runner.CheckTask;
import dev.parley.runner.CheckedModule;
import dev.parley.runner.ModuleClasses;
import dev.parley.runner.Objection;
import dev.parley.runner.RunOutcome;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/**
 * Runs everything below the engine: one run of a check for all instances, as in a build. Each
 * instance is told as soon as its result is there; the report is written when all are.
 */
final class Execution {
  private final TestDescriptor engine;
  private final EngineExecutionListener listener;
  private final ExecutionRequest request;

  Execution(ExecutionRequest request) {
    this.request = request;
    this.engine = request.getRootTestDescriptor();
    this.listener = request.getEngineExecutionListener();
  }

  void run() {
    listener.executionStarted(engine);
    Tests tests = new Tests(engine, listener);
    tests.failMistakes();
    if (!tests.protocols().isEmpty()) {
      run(tests);
    }
    listener.executionFinished(engine, TestExecutionResult.successful());
  }

  private void run(Tests tests) {
    Configuration configuration = new Configuration(request.getConfigurationParameters());
    for (String warning : configuration.warnings()) {
      JunitTool.warn(warning);
      listener.reportingEntryPublished(engine, ReportEntry.from("warning", warning));
    }
    List<ProtocolDescriptor> protocols = tests.protocols();
    Place place = Place.of(protocols.get(0).root(), Path.of(""));
    try {
      if (configuration.skip()) {
        tests.skipAll("Parley is skipped (parley.skip).");
        return;
      }
      CheckOptions options = configuration.options(place, name(protocols));
      tests.select(options.run().selection());
      if (!tests.selected().isEmpty()) {
        check(place, tests, options);
      }
    } catch (IllegalArgumentException e) {
      tests.failRest("The configuration is not valid: " + e.getMessage());
    }
  }

  private void check(Place place, Tests tests, CheckOptions options) {
    LinkedHashSet<Path> roots =
        tests.protocols().stream()
            .map(ProtocolDescriptor::root)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    LinkedHashSet<String> classPath = new LinkedHashSet<>(ClassPath.elements());
    // What was selected need not be on the class path.
    roots.forEach(root -> classPath.add(root.toAbsolutePath().normalize().toString()));
    CheckTask task =
        new CheckTask(
                new JunitTool(place, tests),
                new CheckedModule(
                    place.name(),
                    place.name(),
                    place.module(),
                    place.sourceRoots(),
                    JunitTool.commands(place)),
                new ModuleClasses(List.copyOf(roots), List.copyOf(classPath)),
                options)
            .of(tests.selected());
    RunOutcome outcome;
    try (Cancellation cancellation = Cancellation.of(request)) {
      outcome = task.run();
      if (cancellation.isRequested()) {
        tests.skipRest("The run was cancelled.");
        return;
      }
    }
    Optional<String> objections = text(outcome.objections());
    if (tests.areOver()) {
      objections.ifPresent(text -> failBesides(text, tests));
    } else {
      tests.failRest(objections.orElse("It was not checked, and nobody said why."));
    }
  }

  /** Everything was checked, but something else is wrong: the report cannot be written, say. */
  private void failBesides(String text, Tests tests) {
    MistakeDescriptor mistake = new MistakeDescriptor(engine.getUniqueId(), "run", text);
    engine.addChild(mistake);
    listener.dynamicTestRegistered(mistake);
    tests.fail(mistake);
  }

  private static Optional<String> text(List<Objection> objections) {
    return objections.isEmpty()
        ? Optional.empty()
        : Optional.of(objections.stream().map(Objection::text).collect(Collectors.joining("\n")));
  }

  /**
   * The directory of the run's report. Tools that use several processes give each other test
   * classes, and each process writes its own report: so it is called after the classes.
   */
  private static String name(List<ProtocolDescriptor> protocols) {
    String first = protocols.get(0).className();
    return protocols.size() == 1 ? first : first + "-and-" + (protocols.size() - 1) + "-more";
  }
}
