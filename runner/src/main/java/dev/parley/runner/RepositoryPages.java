package dev.parley.runner;

import dev.parley.runner.history.Commits;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the lines of a repository's files are shown, on the hosts whose addresses are known. An
 * address is made of the clone's origin without anything that identifies whoever cloned it, and of
 * the commit that is checked out. A host that is not known gets no address: a guess would be a dead
 * link.
 *
 * @param prefix what stands before a file's path
 * @param line what stands between the path and a line's number
 */
record RepositoryPages(String prefix, String line) {
  private static final Pattern URL =
      Pattern.compile("(?:https?|ssh|git)://(?:[^@/]*@)?([^/:]+)(?::\\d+)?/(.+?)(?:\\.git)?/?");

  private static final Pattern SCP = Pattern.compile("[\\w.-]+@([^/:]+):(.+?)(?:\\.git)?/?");

  /** The pages of the repository that a directory is in, if they are known. */
  static Optional<RepositoryPages> of(Path directory) {
    return Commits.current(Map.of(), directory)
        .flatMap(commit -> Commits.origin(directory).flatMap(origin -> of(origin, commit)));
  }

  static Optional<RepositoryPages> of(String origin, String commit) {
    Matcher url = URL.matcher(origin);
    Matcher scp = SCP.matcher(origin);
    Matcher found = url.matches() ? url : scp;
    if (found == scp && !scp.matches()) {
      return Optional.empty();
    }
    return of(found.group(1).toLowerCase(Locale.ROOT), found.group(2), commit);
  }

  private static Optional<RepositoryPages> of(String host, String path, String commit) {
    String repository = "https://" + host + "/" + path;
    if (!path.matches("[\\w./~-]+")) {
      return Optional.empty();
    }
    if (host.startsWith("github.")) {
      return Optional.of(new RepositoryPages(repository + "/blob/" + commit + "/", "#L"));
    }
    if (host.startsWith("gitlab.")) {
      return Optional.of(new RepositoryPages(repository + "/-/blob/" + commit + "/", "#L"));
    }
    if (host.equals("bitbucket.org")) {
      return Optional.of(new RepositoryPages(repository + "/src/" + commit + "/", "#lines-"));
    }
    return host.equals("codeberg.org")
        ? Optional.of(new RepositoryPages(repository + "/src/commit/" + commit + "/", "#L"))
        : Optional.empty();
  }

  /**
   * The address of a line of a file, which is given relative to the repository, as a URI's path.
   */
  String address(String path, int number) {
    return prefix + path + line + number;
  }
}
