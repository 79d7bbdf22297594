package dev.parley.maven;

import dev.parley.runner.UnknownProperties;
import java.util.HashSet;
import java.util.Set;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;

/** What was typed behind the goals. */
final class CommandLine {
  private CommandLine() {}

  /** Warns of properties on the command line that look like parameters and are none. */
  static void warnOfUnknown(
      MavenSession session, MavenProject project, PluginDescriptor plugin, Log log) {
    if (plugin == null || session == null) {
      return;
    }
    Set<String> given = new HashSet<>(session.getUserProperties().stringPropertyNames());
    // What the build itself declares, as the plugin's version, is its own business.
    given.removeAll(project.getProperties().stringPropertyNames());
    UnknownProperties.warnings(given, known(plugin)).forEach(log::warn);
  }

  /** The properties of all goals: who runs several of them passes each its own. */
  static Set<String> known(PluginDescriptor plugin) {
    Set<String> known = new HashSet<>();
    for (MojoDescriptor goal : plugin.getMojos()) {
      for (PlexusConfiguration parameter : goal.getMojoConfiguration().getChildren()) {
        String expression = parameter.getValue("");
        if (expression.startsWith("${") && expression.endsWith("}")) {
          known.add(expression.substring(2, expression.length() - 1));
        }
      }
    }
    return known;
  }
}
