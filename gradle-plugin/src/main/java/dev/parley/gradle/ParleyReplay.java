package dev.parley.gradle;

import dev.parley.runner.Parameters;
import dev.parley.runner.ReplayTask;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.inject.Inject;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Takes the steps of a recorded counterexample once more, in a process of its own, and prints each
 * with what it changed. With {@code -Pparley.debug} it waits for a debugger first.
 */
@UntrackedTask(because = "it is run to be looked at")
public abstract class ParleyReplay extends ForkingTask {
  /** Made by Gradle. */
  @Inject
  public ParleyReplay() {}

  /** The trace file: relative to the project's directory or to the check's reports. */
  @Input
  @Optional
  @Option(option = "trace", description = "The trace file to replay, as parleyCheck prints it.")
  public abstract Property<String> getTrace();

  /** Where to wait for a debugger: {@code true} for port 5005, or a port. If unset, it does not. */
  @Input
  @Optional
  @Option(option = "debug-port", description = "The port to wait for a debugger at.")
  public abstract Property<String> getDebug();

  /** The directory with the reports of {@code parleyCheck}. */
  @Internal
  public abstract DirectoryProperty getResults();

  /** Replays. */
  @TaskAction
  public void replay() {
    Parameters parameters = parameters();
    if (!getTrace().isPresent()) {
      throw new InvalidUserDataException(
          "Which counterexample? Name its trace file, as parleyCheck prints it:"
              + " -Pparley.trace=build/parley/traces/NAME.json");
    }
    Path trace = trace(getTrace().get());
    Ending.of(
        new ReplayTask(
                tool(),
                module(),
                classes(),
                Ending.valid(() -> parameters.replay(trace, getDebug().getOrNull())))
            .run());
  }

  private Path trace(String text) {
    Path fromProject = getModuleDirectory().get().getAsFile().toPath().resolve(text);
    Path fromReports = getResults().get().getAsFile().toPath().resolve(text);
    return !Files.exists(fromProject) && Files.exists(fromReports) ? fromReports : fromProject;
  }
}
