package dev.parley.gradle;

import dev.parley.runner.Parameters;
import dev.parley.runner.ReportOptions;
import dev.parley.runner.ReportTask;
import dev.parley.runner.RunOutcome;
import java.nio.file.Path;
import javax.inject.Inject;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileSystemOperations;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Writes the reports of an earlier {@code parleyCheck} again, without running anything: after an
 * update of Parley, or when more of the past has been recorded. They go to a directory of their
 * own: what {@code parleyCheck} wrote stays as it is, or that task would not be up to date any
 * more.
 */
@UntrackedTask(because = "it reports what is there, whoever wrote it")
public abstract class ParleyReport extends ResultsTask {
  private final FileSystemOperations files;

  /** Made by Gradle. */
  @Inject
  public ParleyReport(FileSystemOperations files) {
    this.files = files;
  }

  /** The directory that the reports are written to. */
  @Internal
  public abstract DirectoryProperty getOutputDirectory();

  /** Reports. */
  @TaskAction
  public void report() {
    Parameters parameters = parameters();
    if (skipped(parameters)) {
      return;
    }
    Path directory = getOutputDirectory().get().getAsFile().toPath();
    // Values that are too long for the results are in the traces.
    files.sync(
        copy -> {
          copy.from(getResults());
          copy.include("parley.json", "results.jsonl", "traces/**");
          copy.into(getOutputDirectory());
        });
    Path history = getHistoryFile().get().getAsFile().toPath();
    RunOutcome outcome =
        new ReportTask(
                GradleTool.console(getLogger()),
                module(),
                Ending.valid(() -> new ReportOptions(directory, parameters.history(history))))
            .run();
    Ending.of(outcome);
    getLogger().lifecycle("Report: " + outcome.written().get(0));
  }
}
