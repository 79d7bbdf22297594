package dev.parley.runner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.code.CodeIdentity;
import dev.parley.engine.code.Digest;
import dev.parley.engine.code.ReachableCode;
import dev.parley.engine.fork.EngineLaunch;
import dev.parley.engine.fork.Target;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Collectors;

/**
 * Identifies all that the result of a check depends on: the code that the protocol reaches, the
 * engine's own, what the search is configured with, and the Java that runs it. Two checks of one
 * identity find the same, so one of them will do.
 *
 * <p>Where anything of this is not certain, there is no identity, and the instance is searched.
 * What depends on the machine alone, memory and time, is left out: only results of searches that
 * came to their end are kept, and these do not depend on it.
 */
final class CheckIdentity implements Closeable {
  /** Raised whenever something is to be checked again although nothing below has changed. */
  private static final String FORMAT = "1";

  /** What Java itself takes arguments from. */
  private static final List<String> JAVA_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private final ReachableCode code;
  private final String surroundings;
  private final Map<String, CodeIdentity> known = new HashMap<>();

  private CheckIdentity(ReachableCode code, String surroundings) {
    this.code = code;
    this.surroundings = surroundings;
  }

  /**
   * Reads what all instances of a module have in common.
   *
   * @throws IOException if something of it cannot be read, and so nothing is certain
   */
  static CheckIdentity of(ModuleClasses classes, Path java, Map<String, String> variables)
      throws IOException {
    try {
      Digest digest = new Digest().add(FORMAT).add(EngineLaunch.engineDigest());
      digest.add(javaRelease(java));
      JAVA_OPTIONS.forEach(name -> digest.add(variables.getOrDefault(name, "")));
      digest.add(Locale.getDefault().toString()).add(TimeZone.getDefault().getID());
      digest.add(Charset.defaultCharset().name());
      return new CheckIdentity(new ReachableCode(classes.classPath()), digest.hex());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** What a JDK says of itself, in the file that each has. */
  private static String javaRelease(Path java) throws IOException {
    Path home = java.toRealPath().getParent().getParent();
    return Files.readString(home.resolve("release"));
  }

  /** Why nothing is certain about a protocol, as {@code example.Lease uses java.io.File.length}. */
  Optional<String> obstacle(Target target) {
    return code(target).influence();
  }

  /** Identifies the check of an instance with these options; empty if it cannot be certain. */
  Optional<String> of(Target target, CheckOptions options) {
    ObjectNode search = RecordJson.object(options.search());
    return obstacle(target).isPresent()
        ? Optional.empty()
        : Optional.of(
            common(target, options)
                .add(search.toString())
                .add(RecordJson.object(options.run().defaultBudget()).toString())
                .add(RecordJson.object(options.run().overridingBudget()).toString())
                .hex());
  }

  /** Identifies the searches without reductions that a check is measured against. */
  Optional<String> ofBaseline(Target target, CheckOptions options) {
    return obstacle(target).isPresent()
        ? Optional.empty()
        : Optional.of(
            common(target, options)
                .add("baseline")
                .add(RecordJson.object(Baselines.plain(options.search())).toString())
                .add(RecordJson.object(options.run().reuse().baselineBudget()).toString())
                .hex());
  }

  private Digest common(Target target, CheckOptions options) {
    return new Digest()
        .add(surroundings)
        .add(code(target).digest())
        .add(target.protocol())
        .add(target.protocolClass())
        .add(target.instance())
        .add(
            options.run().jvmArguments().stream()
                .filter(argument -> !RunOptions.isForSpeed(argument))
                .collect(Collectors.joining("\n")))
        .add(options.run().heap().orElse(""));
  }

  private CodeIdentity code(Target target) {
    return known.computeIfAbsent(target.protocolClass(), code::of);
  }

  @Override
  public void close() throws IOException {
    code.close();
  }
}
