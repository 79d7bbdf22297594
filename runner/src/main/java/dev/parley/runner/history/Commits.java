package dev.parley.runner.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells which commit is being built: from what build servers put into the environment, else from
 * the repository's own files. No program is run, so nothing has to be installed, and a build in a
 * container without git knows its commit too.
 *
 * <p>Whether files differ from the commit is not told: that takes a comparison of the whole tree.
 */
public final class Commits {
  /** What build servers call it, those that set it for nothing else first. */
  static final List<String> VARIABLES =
      List.of(
          "GITHUB_SHA",
          "CI_COMMIT_SHA",
          "GIT_COMMIT",
          "BUILDKITE_COMMIT",
          "CIRCLE_SHA1",
          "BITBUCKET_COMMIT",
          "BUILD_SOURCEVERSION",
          "TRAVIS_COMMIT",
          "DRONE_COMMIT_SHA",
          "SEMAPHORE_GIT_SHA",
          "APPVEYOR_REPO_COMMIT",
          "CODEBUILD_RESOLVED_SOURCE_VERSION",
          "BUILD_VCS_NUMBER",
          "CF_REVISION");

  private static final Pattern NAME = Pattern.compile("[0-9a-fA-F]{7,64}");
  private static final int DEEPEST_REFERENCE = 5;

  private Commits() {}

  /**
   * The commit that is being built.
   *
   * @param environment the environment's variables
   * @param directory a directory of the project
   * @return the commit; empty if neither knows it
   */
  public static Optional<String> current(Map<String, String> environment, Path directory) {
    return VARIABLES.stream()
        .map(environment::get)
        .filter(Objects::nonNull)
        .map(String::strip)
        .filter(value -> NAME.matcher(value).matches())
        .findFirst()
        .or(() -> checkedOut(directory));
  }

  /** The top directory of the working tree that a directory is in. */
  public static Optional<Path> workingTree(Path directory) {
    for (Path at = directory.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** Where the working tree that a directory is in was cloned from, as git has written it down. */
  public static Optional<String> origin(Path directory) {
    Optional<Path> git = workingTree(directory).flatMap(Commits::gitDirectory);
    boolean inOrigin = false;
    for (String line : git.map(at -> lines(common(at).resolve("config"))).orElse(List.of())) {
      String text = line.strip();
      if (text.startsWith("[")) {
        inOrigin = text.equals("[remote \"origin\"]");
      } else if (inOrigin && text.matches("url\\s*=.*")) {
        return Optional.of(text.substring(text.indexOf('=') + 1).strip());
      }
    }
    return Optional.empty();
  }

  /** A linked working tree has its own HEAD and shares the rest. */
  private static Path common(Path git) {
    return firstLine(git.resolve("commondir"))
        .map(line -> git.resolve(line).normalize())
        .orElse(git);
  }

  private static Optional<String> checkedOut(Path directory) {
    return workingTree(directory)
        .flatMap(Commits::gitDirectory)
        .flatMap(git -> resolve(git, "HEAD", 0));
  }

  /** In a linked working tree and in a submodule, {@code .git} is a file that says where it is. */
  private static Optional<Path> gitDirectory(Path tree) {
    Path git = tree.resolve(".git");
    return Files.isDirectory(git)
        ? Optional.of(git)
        : firstLine(git)
            .filter(line -> line.startsWith("gitdir:"))
            .map(line -> tree.resolve(line.substring("gitdir:".length()).strip()));
  }

  private static Optional<String> resolve(Path git, String name, int depth) {
    if (depth > DEEPEST_REFERENCE) {
      return Optional.empty();
    }
    Path common = common(git);
    Optional<String> content =
        firstLine(git.resolve(name))
            .or(() -> firstLine(common.resolve(name)))
            .or(() -> packed(common.resolve("packed-refs"), name));
    return content.flatMap(
        line ->
            line.startsWith("ref:")
                ? resolve(git, line.substring("ref:".length()).strip(), depth + 1)
                : Optional.of(line).filter(text -> NAME.matcher(text).matches()));
  }

  private static Optional<String> packed(Path file, String name) {
    return lines(file).stream()
        .filter(line -> line.endsWith(" " + name))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst();
  }

  private static Optional<String> firstLine(Path file) {
    return lines(file).stream().findFirst().map(String::strip);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      // Then it does not tell; whoever needs the commit says how to name it otherwise.
      return List.of();
    }
  }
}
