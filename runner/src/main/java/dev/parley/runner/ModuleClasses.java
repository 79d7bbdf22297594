package dev.parley.runner;

import java.nio.file.Path;
import java.util.List;

/**
 * The compiled code of a module.
 *
 * @param directories its own classes, where protocols are looked for
 * @param classPath what protocols are loaded from, its own classes included
 */
public record ModuleClasses(List<Path> directories, List<String> classPath) {
  /** Keeps its own copies. */
  public ModuleClasses {
    directories = List.copyOf(directories);
    classPath = List.copyOf(classPath);
  }
}
