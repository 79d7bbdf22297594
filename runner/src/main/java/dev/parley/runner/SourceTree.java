package dev.parley.runner;

import dev.parley.runner.history.Commits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds source files by what class files tell of them: a file's name, and the package of some class
 * nearby. Paths are told relative to one directory, so that they mean the same on every machine.
 */
final class SourceTree {
  /** No sources. */
  static final SourceTree NONE = new SourceTree(Map.of(), Optional.empty());

  /** Below its root and relative to the common directory, by the file's name. */
  private final Map<String, List<Source>> sources;

  private final Optional<RepositoryPages> pages;

  /**
   * A source file.
   *
   * @param folder where it is below its root
   * @param path where it is, relative to the common directory
   * @param file the file itself
   */
  record Source(String folder, String path, Path file) {}

  private SourceTree(Map<String, List<Source>> sources, Optional<RepositoryPages> pages) {
    this.sources = sources;
    this.pages = pages;
  }

  /** A module's sources, relative to the repository it is in, else to the module. */
  static SourceTree of(CheckedModule module) throws IOException {
    Optional<Path> tree = Commits.workingTree(module.directory());
    return new SourceTree(
        of(module.sourceRoots(), tree.orElse(module.directory())).sources,
        tree.flatMap(RepositoryPages::of));
  }

  /**
   * Looks for source files.
   *
   * @param roots the directories that packages start from
   * @param base what paths are relative to; what is not below it is left out
   */
  static SourceTree of(List<Path> roots, Path base) throws IOException {
    Map<String, List<Source>> sources = new HashMap<>();
    for (Path root : roots) {
      if (!Files.isDirectory(root) || !absolute(root).startsWith(absolute(base))) {
        continue;
      }
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          sources
              .computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
              .add(
                  new Source(
                      slashed(root.relativize(file.getParent())),
                      slashed(absolute(base).relativize(absolute(file))),
                      file));
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    return new SourceTree(sources, Optional.empty());
  }

  /**
   * The file of this name, as a relative URI. Of several, that in the package of the class; if none
   * is there it is not known which one is meant.
   *
   * @param className a class in the same package, or likely so
   * @param fileName as {@code Acceptor.java}
   */
  Optional<String> uri(String className, String fileName) {
    return source(className, fileName).map(source -> encoded(source.path));
  }

  /** The address of a line of a source file, where the repository has such pages. */
  Optional<String> address(Source source, int line) {
    return pages.map(known -> known.address(encoded(source.path), line));
  }

  /** The file that {@link #uri} tells. */
  Optional<Source> source(String className, String fileName) {
    List<Source> named = sources.getOrDefault(fileName, List.of());
    String folder =
        className.substring(0, Math.max(0, className.lastIndexOf('.'))).replace('.', '/');
    return named.stream()
        .filter(source -> source.folder.equals(folder))
        .findFirst()
        .or(() -> named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty());
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  private static String encoded(String path) {
    try {
      // The leading slash keeps a colon in the first name from being taken for a scheme.
      return new URI(null, null, "/" + path, null).toASCIIString().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a path is always a URI's path", e);
    }
  }
}
