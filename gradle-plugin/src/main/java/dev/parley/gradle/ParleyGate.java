package dev.parley.gradle;

import dev.parley.runner.GateTask;
import dev.parley.runner.Parameters;
import java.nio.file.Path;
import javax.inject.Inject;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Judges the results that an earlier {@code parleyCheck} left, without running anything: fails the
 * build where a verdict is not the declared one, or a figure is worse than recorded.
 */
@UntrackedTask(because = "it judges what is there, whoever wrote it")
public abstract class ParleyGate extends ResultsTask {
  /** Made by Gradle. */
  @Inject
  public ParleyGate() {}

  /** Judges. */
  @TaskAction
  public void gate() {
    Parameters parameters = parameters();
    if (skipped(parameters)) {
      return;
    }
    Path results = getResults().get().getAsFile().toPath();
    Path history = getHistoryFile().get().getAsFile().toPath();
    Ending.of(
        new GateTask(
                GradleTool.console(getLogger()),
                module(),
                Ending.valid(() -> parameters.gate(results, parameters.history(history))))
            .run());
  }
}
