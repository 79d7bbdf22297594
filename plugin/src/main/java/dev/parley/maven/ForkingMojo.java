package dev.parley.maven;

import dev.parley.runner.BuildTool;
import dev.parley.runner.ModuleClasses;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.rtinfo.RuntimeInformation;
import org.apache.maven.toolchain.ToolchainManager;

/** What goals that run a protocol's code in a process of its own have in common. */
abstract class ForkingMojo extends AbstractMojo {
  private final ToolchainManager toolchains;
  private final RuntimeInformation maven;

  /** The environment's variables; tests have their own. */
  Map<String, String> variables = System.getenv();

  /** The module whose protocols are run. */
  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  MavenProject project;

  /** The running build. */
  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  MavenSession session;

  /** This plugin. */
  @Parameter(defaultValue = "${plugin}", readonly = true)
  PluginDescriptor plugin;

  /**
   * The greatest size of the engine's heap, as {@code -Xmx} takes it. The engine runs in a process
   * of its own; an instance that does not fit is reported as an exhausted memory budget. If unset,
   * half of the machine's (or container's) memory.
   *
   * <pre>{@code <heap>8g</heap>}</pre>
   */
  @Parameter(property = "parley.heap")
  String heap;

  /**
   * Further arguments for the Java machine the engine runs on, separated by white space.
   *
   * <pre>{@code <jvmArguments>-Xss64m -XX:+UseG1GC</jvmArguments>}</pre>
   */
  @Parameter(property = "parley.jvmArguments")
  String jvmArguments;

  /**
   * The directory all reports are written to.
   *
   * <pre>{@code <outputDirectory>${project.build.directory}/protocols</outputDirectory>}</pre>
   */
  @Parameter(
      property = "parley.outputDirectory",
      defaultValue = "${project.build.directory}/parley",
      required = true)
  File outputDirectory;

  ForkingMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    this.toolchains = toolchains;
    this.maven = maven;
  }

  /** What a run needs of Maven. */
  BuildTool tool() {
    CommandLine.warnOfUnknown(session, project, plugin, getLog());
    return new MavenTool(
        getLog(), session, project, toolchains, maven.getMavenVersion(), variables);
  }

  ModuleClasses classes() throws MojoExecutionException {
    return new ModuleClasses(classDirectories(), classPath());
  }

  /** The module's own class directories, as far as they exist. */
  List<Path> classDirectories() {
    return List.of(
            Path.of(project.getBuild().getOutputDirectory()),
            Path.of(project.getBuild().getTestOutputDirectory()))
        .stream()
        .filter(Files::isDirectory)
        .toList();
  }

  /** What the protocols' classes are loaded from: the test class path, as far as it exists. */
  private List<String> classPath() throws MojoExecutionException {
    try {
      return project.getTestClasspathElements().stream()
          .filter(element -> Files.exists(Path.of(element)))
          .toList();
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException(
          "The class path of " + project.getId() + " is not resolved: " + e.getMessage(), e);
    }
  }
}
