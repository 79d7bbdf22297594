package dev.parley.gradle;

import dev.parley.runner.CheckTask;
import dev.parley.runner.Parameters;
import java.nio.file.Path;
import javax.inject.Inject;
import org.gradle.api.Task;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.specs.Spec;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * Checks every instance of every protocol of the project, reports what was found and fails the
 * build where it differs from what was declared.
 *
 * <p>It is up to date, and its reports come from the build cache, as long as nothing it depends on
 * changes: the classes and all they are loaded with, the parameters, and the recorded past.
 */
@CacheableTask
public abstract class ParleyCheck extends ForkingTask {
  /** Made by Gradle. */
  @Inject
  public ParleyCheck() {
    getRecordedPast().from(getHistoryFile());
    Task task = this;
    task.getOutputs().upToDateWhen(Repeatable.INSTANCE);
    task.getOutputs().cacheIf("its result does not depend on the machine", Repeatable.INSTANCE);
  }

  /** The directory that all reports are written to. */
  @OutputDirectory
  public abstract DirectoryProperty getOutputDirectory();

  /** Where the past of the protocols is recorded; the file need not exist. */
  @Internal
  public abstract RegularFileProperty getHistoryFile();

  /** The recorded past, which the run is judged by and which reports show. */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getRecordedPast();

  /** Checks. */
  @TaskAction
  public void check() {
    Parameters parameters = parameters();
    if (skipped(parameters)) {
      return;
    }
    Path reports = getOutputDirectory().get().getAsFile().toPath();
    if (withoutClasses()) {
      CheckTask.leaveNothing(module(), reports, GradleTool.console(getLogger()));
      return;
    }
    Path history = getHistoryFile().get().getAsFile().toPath();
    Ending.of(
        new CheckTask(
                tool(),
                module(),
                classes(),
                Ending.valid(
                    () ->
                        parameters.check(
                            reports, parameters.history(history), parameters.judges())))
            .run());
  }

  /**
   * Whether the same inputs give the same outcome. A search that ran out of its budget may get
   * further next time, so it must not pass for the result if the build lets it pass. What is
   * recorded is recorded anew.
   */
  private enum Repeatable implements Spec<Task> {
    INSTANCE;

    @Override
    public boolean isSatisfiedBy(Task task) {
      Parameters parameters = Parameters.of(((ParleyCheck) task).getParameters().get());
      return Ending.valid(
          () ->
              parameters.judges()
                  && parameters.failsOnBudget()
                  && !parameters.records()
                  && !parameters.skip());
    }
  }
}
