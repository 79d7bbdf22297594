package dev.parley.engine.fork;

import dev.parley.engine.code.Digest;
import dev.parley.engine.internal.saved.SavedFile;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;

/**
 * Where an engine's process saves its searches, and how often.
 *
 * @param directory where
 * @param every how often
 */
public record Saving(Path directory, Duration every) {
  private static final String DIRECTORY = "parley.saved";
  private static final String EVERY = "parley.saveInterval";
  private static final int DIGITS = 12;

  /** The arguments that tell a process so. */
  public List<String> arguments() {
    return List.of(
        "-D" + DIRECTORY + "=" + directory.toAbsolutePath(), "-D" + EVERY + "=" + every.toMillis());
  }

  /** Whether the arguments of a process have it save its searches. */
  static boolean isAmong(List<String> arguments) {
    return arguments.stream().anyMatch(argument -> argument.startsWith("-D" + DIRECTORY + "="));
  }

  /** What this process was told; nothing if it is not to save anything. */
  static Optional<Saving> asTold() {
    return Optional.ofNullable(System.getProperty(DIRECTORY))
        .map(
            directory ->
                new Saving(Path.of(directory), Duration.ofMillis(Long.getLong(EVERY, 300_000))));
  }

  /**
   * What saves the search of an instance, and finds what was saved of it. A search fits that was
   * saved by the same engine on the same Java with the same arguments, of the same code with the
   * same options. Budgets may differ, except for the depth: a search that did not go deeper has
   * left out what a deeper one has to find. How much memory there is and how many threads makes no
   * difference.
   */
  Keeper keeper(Target target, CheckRequest request) {
    Budget depth =
        new Budget(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            request.search().exploration().budget().depth());
    SearchOptions options = request.search().withBudget(depth);
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("instance", target.protocolClass() + " / " + target.instance());
    identity.put("options", options.toString());
    identity.put("engine", EngineLaunch.engineDigest());
    identity.put("Java", Runtime.version() + " of " + System.getProperty("java.vm.vendor"));
    identity.put("arguments of the Java machine", arguments(told()));
    identity.put(
        "locale",
        Locale.getDefault() + " " + TimeZone.getDefault().getID() + " " + Charset.defaultCharset());
    identity.put("code", code(request.classPath()));
    String which = new Digest().add(target.toString()).add(options.toString()).hex();
    String name = target.toString().replaceAll("[^A-Za-z0-9]+", "-");
    String file = name.substring(0, Math.min(60, name.length())) + "-" + which.substring(0, DIGITS);
    return new Keeper(
        new SavedFile(directory.resolve(file + ".search"), identity), Keeper.Occasion.every(every));
  }

  private static List<String> told() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  /** Those that may have to do with what the code does. */
  private static String arguments(List<String> all) {
    return String.join(
        "\n",
        all.stream()
            .filter(argument -> !argument.startsWith("-X") && !argument.startsWith("-Dparley."))
            .toList());
  }

  private static String code(List<String> classPath) {
    Digest digest = new Digest();
    for (String place : classPath) {
      Path path = Path.of(place);
      if (Files.exists(path)) {
        try {
          digest.add(new Digest().addFiles(path).hex());
        } catch (UncheckedIOException notAJar) {
          digest.add(place);
        }
      }
    }
    return digest.hex();
  }
}
