package dev.parley.maven;

import dev.parley.runner.BuildTool;
import dev.parley.runner.CheckedModule;
import dev.parley.runner.Commands;
import dev.parley.runner.Console;
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
            .toList(),
        Commands.maven("parley", project.isExecutionRoot() ? "" : ":" + project.getArtifactId()));
  }

  @Override
  public void print(String line) {
    System.out.println(line);
  }

  @Override
  public Console console() {
    return console(log, watching());
  }

  /** Maven's log as a console. */
  static Console console(Log log, Terminal terminal) {
    return Console.of(log::info, log::warn, log::error, terminal.painter());
  }

  private Terminal watching() {
    return Terminal.of(session, variables);
  }

  /**
   * The terminal, if a line can be rewritten on it: Maven 3 (Maven 4 wraps standard output), and
   * one module at a time.
   */
  @Override
  public Optional<PrintStream> terminal() {
    boolean rewritable =
        version.startsWith("3.")
            && session.getRequest().getDegreeOfConcurrency() <= 1
            && watching().isWatched();
    return rewritable ? Optional.of(System.out) : Optional.empty();
  }

  @Override
  public int terminalColumns() {
    return watching().columns();
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
}
