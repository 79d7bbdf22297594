package dev.parley.maven;

import java.nio.file.Path;

/**
 * The command that replays a trace, as one would type it where the build was started.
 *
 * @param baseDirectory the module's directory; the trace's path is given from there
 * @param module selects the module, empty at the root
 */
record ReplayCommand(Path baseDirectory, String module) {
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
