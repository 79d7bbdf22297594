package dev.parley.runner;

import java.nio.file.Path;
import java.util.List;

/**
 * The module a run is about.
 *
 * @param name identifies it in the build and in the recorded history: the artifact's name
 * @param title as people call it
 * @param directory where it is
 * @param sourceRoots the directories that its sources' packages start from
 * @param commands how to ask its build tool for something
 */
public record CheckedModule(
    String name, String title, Path directory, List<Path> sourceRoots, Commands commands) {
  /** A module that Maven builds alone. */
  public CheckedModule(String name, String title, Path directory, List<Path> sourceRoots) {
    this(name, title, directory, sourceRoots, Commands.MAVEN);
  }

  /** Keeps its own copy. */
  public CheckedModule {
    sourceRoots = List.copyOf(sourceRoots);
  }
}
