package dev.parley.runner;

import dev.parley.engine.model.NearNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Finds misspelt parameters. A build tool ignores a property that nobody asks for; a check that
 * silently runs in another mode than the one typed proves something else than was asked.
 */
public final class UnknownProperties {
  private static final String PREFIX = "parley.";

  private UnknownProperties() {}

  /**
   * A warning for each property that looks like a parameter and is none.
   *
   * @param given the names of the properties on the command line
   * @param known the names of all parameters of all goals
   */
  public static List<String> warnings(Collection<String> given, Collection<String> known) {
    return warnings(given, known, "-D");
  }

  /**
   * A warning for each property that looks like a parameter and is none.
   *
   * @param given the names of the properties that were written
   * @param known the names of all parameters
   * @param option what stands before such a name on the tool's command line; maybe empty
   */
  public static List<String> warnings(
      Collection<String> given, Collection<String> known, String option) {
    return given.stream()
        .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
        .sorted()
        .map(
            name ->
                option
                    + name
                    + " has no effect: no goal has such a parameter."
                    + near(name, known)
                        .map(near -> " Did you mean " + option + near + "?")
                        .orElse(""))
        .toList();
  }

  /** A parameter that is one of a group is often given without the group's name. */
  private static Optional<String> near(String name, Collection<String> known) {
    String last = name.substring(PREFIX.length() - 1);
    return known.stream()
        .filter(other -> other.endsWith(last))
        .sorted()
        .findFirst()
        .or(() -> NearNames.nearest(name, known));
  }
}
