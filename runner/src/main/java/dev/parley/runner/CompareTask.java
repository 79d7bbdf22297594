package dev.parley.runner;

import dev.parley.engine.fork.Target;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Searches the selected instances of a module in several modes and reports what each saves. */
public final class CompareTask {
  private final BuildTool tool;
  private final CheckedModule module;
  private final ModuleClasses classes;
  private final CompareOptions options;
  private final RunOutcome.Collector outcome = new RunOutcome.Collector();

  /**
   * A comparison that has yet to be run.
   *
   * @param tool who asks for it
   * @param module the module
   * @param classes its classes
   * @param options what to compare, and how
   */
  public CompareTask(
      BuildTool tool, CheckedModule module, ModuleClasses classes, CompareOptions options) {
    this.tool = tool;
    this.module = module;
    this.classes = classes;
    this.options = options;
  }

  /** Runs the comparison. */
  public RunOutcome run() {
    outcome.attempt(
        () -> {
          Discovery discovery = Discovery.in(module, classes, options.run(), tool.console());
          outcome.object(discovery.objection());
          if (!discovery.targets().isEmpty()) {
            compare(discovery.targets());
          }
        });
    return outcome.outcome();
  }

  private void compare(List<Target> targets) throws BrokenRunException {
    EngineWork work = new EngineWork(tool, module, classes);
    ComparisonReport report = work.compare(options, targets);
    List<Path> files = publish(options, report, work.environment(), tool);
    outcome.wrote(files);
    for (ComparisonResult result : report.comparisons()) {
      ComparisonGate.surprise(result).ifPresent(tool.console()::warn);
    }
    outcome.object(new ComparisonGate(files.get(0)).judge(report.comparisons()));
  }

  /** Writes and shows a comparison; returns the files, the one to look at first. */
  static List<Path> publish(
      CompareOptions options, ComparisonReport report, Environment environment, BuildTool tool)
      throws BrokenRunException {
    List<Path> files;
    try {
      files = new ComparisonFiles(options, environment).write(report);
    } catch (IOException e) {
      throw new BrokenRunException(
          "Cannot write the comparison to "
              + options.run().outputDirectory()
              + ": "
              + e.getMessage(),
          e);
    }
    for (ComparisonResult result : report.comparisons()) {
      ComparisonText.console(result).forEach(tool.console()::info);
      ComparisonText.error(result).forEach(tool.console()::error);
    }
    for (Path file : files) {
      tool.console().info((file.equals(files.get(0)) ? "Comparison: " : "            ") + file);
    }
    return files;
  }
}
