package dev.parley.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a module is. Test engines are not told; but build tools and IDEs put classes in a directory
 * of the module that is theirs.
 *
 * @param module the module's directory
 * @param build the directory for what is built
 */
record Place(Path module, Path build) {
  private static final Set<String> BUILD = Set.of("target", "build", "out", "bin");

  /**
   * The module whose classes are here; if that does not show, the one in the working directory.
   *
   * @param classes a directory of classes, or a jar
   * @param workingDirectory the process's own
   */
  static Place of(Path classes, Path workingDirectory) {
    Path from = classes.toAbsolutePath().normalize();
    if (Files.isDirectory(from)) {
      for (Path path = from; path.getParent() != null; path = path.getParent()) {
        if (BUILD.contains(path.getFileName().toString())) {
          return new Place(path.getParent(), path);
        }
      }
    }
    Path module = workingDirectory.toAbsolutePath().normalize();
    boolean gradle =
        Stream.of("build.gradle", "build.gradle.kts").map(module::resolve).anyMatch(Files::exists);
    return new Place(module, module.resolve(gradle ? "build" : "target"));
  }

  /** The directories that its sources' packages start from, as far as they are the usual ones. */
  List<Path> sourceRoots() {
    return Stream.of("src/main/java", "src/test/java")
        .map(module::resolve)
        .filter(Files::isDirectory)
        .toList();
  }

  /** The module's directory is called like the module, as a rule. */
  String name() {
    return module.getFileName() == null ? "module" : module.getFileName().toString();
  }

  boolean isMaven() {
    return Files.exists(module.resolve("pom.xml"));
  }
}
