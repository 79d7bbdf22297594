package dev.parley.junit;

import dev.parley.runner.CheckOptions;
import dev.parley.runner.Parameters;
import dev.parley.runner.UnknownProperties;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * The platform's configuration parameters, which have the names of the Maven goal's parameters.
 * They come from the tool that runs the tests, from system properties and from {@code
 * junit-platform.properties}.
 */
final class Configuration {
  /** Tests are run all the time: what takes minutes waits until it is asked for. */
  private static final Map<String, String> DEFAULTS =
      Map.of(Parameters.EXCLUDED_TAGS, "large,nightly", "parley.summary", "false");

  private static final List<String> NAMES =
      Stream.concat(Parameters.OF_RUNS.stream(), Parameters.OF_CHECKS.stream()).toList();

  private final ConfigurationParameters written;
  private final Parameters parameters;

  Configuration(ConfigurationParameters written) {
    this.written = written;
    this.parameters =
        Parameters.of(
            NAMES, name -> written.get(name).or(() -> Optional.ofNullable(DEFAULTS.get(name))));
  }

  boolean skip() {
    return parameters.skip();
  }

  /**
   * What to do. The past and other modes are a build's business: a run in an IDE is one of many.
   *
   * @param place the module
   * @param run what to call the run
   */
  CheckOptions options(Place place, String run) {
    Path noHistory = place.build().resolve("no-parley-history");
    return parameters.check(directory(place).resolve(run), parameters.history(noHistory), false);
  }

  /**
   * Beside the directory that the goal and the Gradle tasks write to, never in it: those two take
   * whatever is in there for their own.
   */
  private Path directory(Place place) {
    Path beside =
        written
            .get(Parameters.OUTPUT_DIRECTORY)
            .filter(text -> !text.isBlank())
            .map(text -> place.module().resolve(text.strip()))
            .orElse(place.build().resolve("parley"));
    return beside.resolveSibling(beside.getFileName() + "-junit");
  }

  /** What was written and has no effect. */
  List<String> warnings() {
    Set<String> given = new HashSet<>(written.keySet());
    given.addAll(System.getProperties().stringPropertyNames());
    List<String> known = new ArrayList<>(NAMES);
    known.addAll(Parameters.OF_GATES);
    known.addAll(Parameters.OF_OTHERS);
    List<String> warnings = new ArrayList<>(UnknownProperties.warnings(given, known, ""));
    Stream.concat(Parameters.OF_GATES.stream(), Parameters.OF_OTHERS.stream())
        // A system property may be meant for a goal of the same build.
        .filter(name -> System.getProperty(name) == null && written.get(name).isPresent())
        .sorted()
        .map(
            name ->
                name
                    + " has no effect on tests: the past, comparisons and replays are up to the"
                    + " Maven goals and the Gradle tasks.")
        .forEach(warnings::add);
    return warnings;
  }
}
