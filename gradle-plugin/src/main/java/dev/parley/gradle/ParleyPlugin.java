package dev.parley.gradle;

import dev.parley.runner.BuildTool;
import dev.parley.runner.HistoryOptions;
import dev.parley.runner.Parameters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.Directory;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.jvm.toolchain.JavaToolchainService;
import org.gradle.language.base.plugins.LifecycleBasePlugin;

/**
 * Adds the extension {@code parley} and the tasks. In a project with the Java plugin, {@code check}
 * depends on {@code parleyCheck}, and protocols are looked for in the main and test classes.
 */
public final class ParleyPlugin implements Plugin<Project> {
  private static final String GROUP = LifecycleBasePlugin.VERIFICATION_GROUP;

  /**
   * How a run is done and shown; a result that passes does not depend on it. Arguments of the Java
   * machine are not among these: they may switch assertions on, or set what an instance reads.
   */
  private static final List<String> OF_THE_MACHINE =
      List.of(
          "parley.progressInterval",
          "parley.grace",
          "parley.heap",
          "parley.threads",
          "parley.spill",
          "parley.spillDirectory",
          "parley.resume",
          "parley.saveInterval");

  /** Made by Gradle. */
  public ParleyPlugin() {}

  @Override
  public void apply(Project project) {
    ParleyExtension extension = project.getExtensions().create("parley", ParleyExtension.class);
    Provider<Directory> build = project.getLayout().getBuildDirectory().dir("parley");
    extension.getOutputDirectory().convention(build);
    extension
        .getHistoryFile()
        .convention(project.getLayout().getProjectDirectory().file(HistoryOptions.FILE));
    Configuration engine = engine(project);
    TaskProvider<ParleyCheck> check = check(project, extension);
    compare(project, extension);
    report(project, extension, check);
    gate(project, extension, check);
    replay(project, extension, check);
    project
        .getTasks()
        .withType(ParleyTask.class)
        .configureEach(task -> describe(task, project, extension));
    project
        .getTasks()
        .withType(ForkingTask.class)
        .configureEach(task -> task.getEngineClassPath().from(engine));
    project.getPlugins().withType(JavaPlugin.class, java -> wire(project, check));
  }

  /** The engine in this plugin's version, from the repositories of the project. */
  private static Configuration engine(Project project) {
    Configuration engine = project.getConfigurations().create("parleyEngine");
    engine.setCanBeConsumed(false);
    engine.setVisible(false);
    engine.setDescription("The engine that checks protocols in a process of its own.");
    String version = BuildTool.class.getPackage().getImplementationVersion();
    if (version != null) {
      engine.defaultDependencies(
          dependencies ->
              dependencies.add(
                  project.getDependencies().create("dev.parley:parley-checker-engine:" + version)));
    }
    return engine;
  }

  private static TaskProvider<ParleyCheck> check(Project project, ParleyExtension extension) {
    return project
        .getTasks()
        .register(
            "parleyCheck",
            ParleyCheck.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Checks the protocols of the project.");
              task.getOutputDirectory().convention(extension.getOutputDirectory());
              task.getHistoryFile().convention(extension.getHistoryFile());
            });
  }

  private static void compare(Project project, ParleyExtension extension) {
    project
        .getTasks()
        .register(
            "parleyCompare",
            ParleyCompare.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Compares search modes on the protocols of the project.");
              task.getOutputDirectory().convention(beside(project, extension, "-compare"));
            });
  }

  private static void report(
      Project project, ParleyExtension extension, TaskProvider<ParleyCheck> check) {
    project
        .getTasks()
        .register(
            "parleyReport",
            ParleyReport.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Writes the reports of an earlier parleyCheck again.");
              task.getOutputDirectory().convention(beside(project, extension, "-report"));
              task.getResults().convention(extension.getOutputDirectory());
              task.getHistoryFile().convention(extension.getHistoryFile());
              task.mustRunAfter(check);
            });
  }

  private static void gate(
      Project project, ParleyExtension extension, TaskProvider<ParleyCheck> check) {
    project
        .getTasks()
        .register(
            "parleyGate",
            ParleyGate.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Judges the results of an earlier parleyCheck.");
              task.getResults().convention(extension.getOutputDirectory());
              task.getHistoryFile().convention(extension.getHistoryFile());
              task.mustRunAfter(check);
            });
  }

  private static void replay(
      Project project, ParleyExtension extension, TaskProvider<ParleyCheck> check) {
    project
        .getTasks()
        .register(
            "parleyReplay",
            ParleyReplay.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Takes the steps of a counterexample once more.");
              task.getDebug().convention(project.getProviders().gradleProperty("parley.debug"));
              task.getTrace().convention(project.getProviders().gradleProperty("parley.trace"));
              task.getResults().convention(extension.getOutputDirectory());
              task.mustRunAfter(check);
            });
  }

  /** No two tasks write to one directory: Gradle would not know whose files those are. */
  private static Provider<Directory> beside(
      Project project, ParleyExtension extension, String suffix) {
    return project
        .getLayout()
        .dir(
            extension
                .getOutputDirectory()
                .map(
                    directory ->
                        directory
                            .getAsFile()
                            .toPath()
                            .resolveSibling(directory.getAsFile().getName() + suffix)
                            .toFile()));
  }

  private static void describe(ParleyTask task, Project project, ParleyExtension extension) {
    List<String> names =
        Stream.of(
                Parameters.OF_RUNS, Parameters.OF_CHECKS, Parameters.OF_GATES, Parameters.OF_OTHERS)
            .flatMap(Collection::stream)
            .filter(name -> !OF_THE_MACHINE.contains(name))
            .toList();
    task.getParameters().convention(project.provider(() -> extension.written(names)));
    task.getMachineParameters()
        .convention(project.provider(() -> extension.written(OF_THE_MACHINE)));
    task.getBudget().convention(extension.getBudget());
    task.getThresholds().convention(extension.getThresholds());
    task.getModuleName().convention(project.getName());
    task.getModuleDirectory().convention(project.getLayout().getProjectDirectory());
    task.getCommand().convention(command(project));
    task.getGivenProperties()
        .convention(project.getProviders().gradlePropertiesPrefixedBy("parley."));
  }

  /** As one would type it where the build was started. */
  private static String command(Project project) {
    String path = project.getPath().equals(":") ? "" : project.getPath() + ":";
    boolean wrapper = project.getRootProject().file("gradlew").exists();
    return (wrapper ? "./gradlew " : "gradle ") + path;
  }

  private static void wire(Project project, TaskProvider<ParleyCheck> check) {
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    JavaToolchainService toolchains = project.getExtensions().getByType(JavaToolchainService.class);
    SourceSetContainer sets = java.getSourceSets();
    List<SourceSet> own = new ArrayList<>();
    own.add(sets.getByName(SourceSet.MAIN_SOURCE_SET_NAME));
    own.add(sets.getByName(SourceSet.TEST_SOURCE_SET_NAME));
    project
        .getTasks()
        .withType(ForkingTask.class)
        .configureEach(
            task -> {
              for (SourceSet set : own) {
                task.getClassDirectories().from(set.getOutput().getClassesDirs());
              }
              task.getClassPath().from(own.get(1).getRuntimeClasspath());
              task.getJavaLauncher().convention(toolchains.launcherFor(java.getToolchain()));
            });
    project
        .getTasks()
        .withType(ParleyTask.class)
        .configureEach(
            task ->
                own.forEach(
                    set -> task.getSourceRoots().from(set.getAllJava().getSourceDirectories())));
    project
        .getTasks()
        .named(LifecycleBasePlugin.CHECK_TASK_NAME)
        .configure(task -> task.dependsOn(check));
  }
}
