package dev.parley.maven;

import dev.parley.maven.history.Commits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.maven.project.MavenProject;

/** What goals ask of Maven's modules. */
final class Modules {
  private Modules() {}

  /** A module's sources, relative to the repository it is in, else to the module. */
  static SourceTree sources(MavenProject module) throws IOException {
    Path base = module.getBasedir().toPath();
    return SourceTree.of(
        Stream.concat(
                module.getCompileSourceRoots().stream(),
                module.getTestCompileSourceRoots().stream())
            .map(Path::of)
            .toList(),
        Commits.workingTree(base).orElse(base));
  }
}
