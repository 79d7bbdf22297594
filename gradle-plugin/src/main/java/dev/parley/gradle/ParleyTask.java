package dev.parley.gradle;

import dev.parley.runner.CheckedModule;
import dev.parley.runner.Commands;
import dev.parley.runner.Parameters;
import dev.parley.runner.UnknownProperties;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;

/** What all tasks have in common: parameters by name, and the module they are about. */
public abstract class ParleyTask extends DefaultTask {
  ParleyTask() {}

  /** Parameters that decide on what comes out, by their names on Maven's command line. */
  @Input
  public abstract MapProperty<String, String> getParameters();

  /** Parameters that do not: how often to show progress, say. */
  @Internal
  public abstract MapProperty<String, String> getMachineParameters();

  /** Bounds for instances that declare none. */
  @Nested
  public abstract Property<BudgetSpec> getBudget();

  /** Limits for some protocols or instances. */
  @Nested
  public abstract ListProperty<ThresholdSpec> getThresholds();

  /** What the module is called in reports and in the history. */
  @Input
  public abstract Property<String> getModuleName();

  /** The module's directory. */
  @Internal
  public abstract DirectoryProperty getModuleDirectory();

  /** The directories that the sources' packages start from, which reports refer to. */
  @Internal
  public abstract ConfigurableFileCollection getSourceRoots();

  /** The Gradle properties that begin with {@code parley.}, to tell of misspelt ones. */
  @Internal
  public abstract MapProperty<String, String> getGivenProperties();

  /** The parameters of this run. */
  /** What to type to run a task of this project, up to the task's name. */
  @Internal
  public abstract Property<String> getCommand();

  Parameters parameters() {
    UnknownProperties.warnings(getGivenProperties().get().keySet(), known(), "-P")
        .forEach(getLogger()::warn);
    Map<String, String> written = new HashMap<>(getParameters().get());
    written.putAll(getMachineParameters().get());
    Parameters parameters =
        Parameters.of(written)
            .withThresholds(getThresholds().get().stream().map(ThresholdSpec::written).toList());
    return getBudget().get().written().map(parameters::withDefaultBudget).orElse(parameters);
  }

  private static List<String> known() {
    return Stream.of(
            Parameters.OF_RUNS, Parameters.OF_CHECKS, Parameters.OF_GATES, Parameters.OF_OTHERS)
        .flatMap(List::stream)
        .toList();
  }

  /** Whether there is nothing to do; says so if so. */
  boolean skipped(Parameters parameters) {
    if (parameters.skip()) {
      getLogger().lifecycle("Parley is skipped (parley.skip).");
    }
    return parameters.skip();
  }

  CheckedModule module() {
    return new CheckedModule(
        getModuleName().get(),
        getModuleName().get(),
        getModuleDirectory().get().getAsFile().toPath(),
        paths(getSourceRoots()),
        Commands.gradle(getCommand().get()));
  }

  static List<Path> paths(Iterable<File> files) {
    List<Path> paths = new ArrayList<>();
    files.forEach(file -> paths.add(file.toPath()));
    return paths;
  }
}
