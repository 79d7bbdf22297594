package dev.parley.maven;

import dev.parley.runner.BuildTool;
import dev.parley.runner.CheckedModule;
import java.io.Console;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Maven, as a run sees it.
 *
 * @param log where goals log
 * @param session the running build
 * @param project the module
 * @param toolchains tells which JDK the module uses
 * @param version Maven's version
 * @param variables the environment's variables
 */
record MavenTool(
    Log log,
    MavenSession session,
    MavenProject project,
    ToolchainManager toolchains,
    String version,
    Map<String, String> variables)
    implements BuildTool {

  /** A module as a run sees it. */
  static CheckedModule module(MavenProject project) {
    return new CheckedModule(
        project.getArtifactId(),
        project.getName(),
        project.getBasedir().toPath(),
        Stream.concat(
                project.getCompileSourceRoots().stream(),
                project.getTestCompileSourceRoots().stream())
            .map(Path::of)
            .toList());
  }

  @Override
  public void print(String line) {
    System.out.println(line);
  }

  @Override
  public dev.parley.runner.Console console() {
    return console(log);
  }

  /** Maven's log as a console. */
  static dev.parley.runner.Console console(Log log) {
    return dev.parley.runner.Console.of(log::info, log::warn, log::error);
  }

  /**
   * The terminal, if a line can be rewritten on it: Maven 3 (Maven 4 wraps standard output),
   * interactive, in colour, one module at a time, and a real terminal behind standard output.
   */
  @Override
  public Optional<PrintStream> terminal() {
    boolean rewritable =
        version.startsWith("3.")
            && session.getRequest().isInteractiveMode()
            && session.getRequest().getDegreeOfConcurrency() <= 1
            && !"never".equals(session.getUserProperties().getProperty("style.color"))
            && isTerminal(System.console());
    return rewritable ? Optional.of(System.out) : Optional.empty();
  }

  /** From Java 22 on there may be a console without a terminal; it can be asked from then on. */
  private static boolean isTerminal(Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException olderJava) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** The java of the module's JDK toolchain, else of the JDK Maven runs on. */
  @Override
  public Path java() {
    Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
    String tool = toolchain == null ? null : toolchain.findTool("java");
    if (tool != null) {
      log.info("The engine runs on the toolchain " + toolchain);
      return Path.of(tool);
    }
    String suffix = System.getProperty("os.name").startsWith("Windows") ? ".exe" : "";
    return Path.of(System.getProperty("java.home"), "bin", "java" + suffix);
  }

  @Override
  public String replayCommand(Path trace) {
    return new ReplayCommand(
            project.getBasedir().toPath(),
            project.isExecutionRoot() ? "" : " -pl :" + project.getArtifactId())
        .text(trace);
  }
}
