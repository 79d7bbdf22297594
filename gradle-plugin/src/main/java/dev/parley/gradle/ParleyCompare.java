package dev.parley.gradle;

import dev.parley.runner.CompareTask;
import dev.parley.runner.Parameters;
import java.nio.file.Path;
import javax.inject.Inject;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Searches every selected instance in several modes and reports what each saves over the others. It
 * measures and does not gate: only modes that contradict each other, searches that cannot be
 * repeated and mistakes in a protocol stop the build.
 */
@UntrackedTask(because = "it measures time")
public abstract class ParleyCompare extends ForkingTask {
  /** Made by Gradle. */
  @Inject
  public ParleyCompare() {}

  /** The directory that the comparison is written to. */
  @Internal
  public abstract DirectoryProperty getOutputDirectory();

  /** Compares. */
  @TaskAction
  public void compare() {
    Parameters parameters = parameters();
    if (skipped(parameters) || withoutClasses()) {
      return;
    }
    Path directory = getOutputDirectory().get().getAsFile().toPath();
    Ending.of(
        new CompareTask(
                tool(), module(), classes(), Ending.valid(() -> parameters.compare(directory)))
            .run());
  }
}
