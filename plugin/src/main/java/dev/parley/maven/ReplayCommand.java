package dev.parley.maven;

import java.nio.file.Path;
import org.apache.maven.project.MavenProject;

/**
 * The command that replays a trace, as one would type it where the build was started.
 *
 * @param baseDirectory the module's directory; the trace's path is given from there
 * @param module selects the module, empty at the root
 */
record ReplayCommand(Path baseDirectory, String module) {
  static ReplayCommand of(MavenProject project) {
    return new ReplayCommand(
        project.getBasedir().toPath(),
        project.isExecutionRoot() ? "" : " -pl :" + project.getArtifactId());
  }

  String text(Path trace) {
    Path base = baseDirectory.toAbsolutePath().normalize();
    Path file = trace.toAbsolutePath().normalize();
    String shown = (file.startsWith(base) ? base.relativize(file) : file).toString();
    String argument = "-Dparley.trace=" + shown.replace('\\', '/');
    return "mvn parley:replay"
        + module
        + " "
        + (argument.contains(" ") ? '"' + argument + '"' : argument);
  }
}
