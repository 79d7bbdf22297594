package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.api.Verdict;
import dev.parley.engine.code.Digest;
import dev.parley.engine.fork.Target;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.OneLine;
import dev.parley.engine.result.Violation;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The last conclusive result of each instance, each in a file of its own beside the report, with
 * the identity of the check that found it. It lives as long as the directory of build results does:
 * whoever removes that wants everything anew.
 *
 * <p>A file that cannot be read, that is not whole, or that speaks of something else is named and
 * counts as if it were not there.
 */
final class KeptResults {
  private static final String RESULT = ".json";
  private static final String BASELINE = "-baseline.json";
  private static final int NAME_DIGITS = 32;

  private final Path directory;
  private final Consumer<String> warnings;

  private KeptResults(Path directory, Consumer<String> warnings) {
    this.directory = directory;
    this.warnings = warnings;
  }

  /** The results kept beside the reports in a directory. */
  static KeptResults beside(Path reports, Consumer<String> warnings) {
    return new KeptResults(directory(reports), warnings);
  }

  /** Not among the reports, which are published. */
  static Path directory(Path reports) {
    return reports.resolveSibling(reports.getFileName() + "-kept");
  }

  /**
   * Whether another search could not find anything else: the state space was explored to its end,
   * or a violation was found and is shown. Of an external program it is not known whether it has
   * changed; its answers are kept apart, and are believed only if its files are the same.
   */
  static boolean isConclusive(InstanceResult result) {
    boolean shown = result.violation().filter(v -> v.trace().isPresent() || isGoal(v)).isPresent();
    return result.basis().peers().isEmpty()
        && (result.verdict() == Verdict.VERIFIED
            || (result.verdict() == Verdict.VIOLATED && shown));
  }

  private static boolean isGoal(Violation violation) {
    return violation.kind().equals(Optional.of(Property.Kind.REACHABLE));
  }

  /** The result of the last check of this identity. */
  Optional<InstanceResult> find(Target target, String identity) {
    return read(target, RESULT, identity, content -> result(target, content));
  }

  private static InstanceResult result(Target target, JsonNode content) throws IOException {
    EarlierCheck check = RecordJson.read(content.path("check"), EarlierCheck.class);
    InstanceResult result = RecordJson.read(content.path("result"), InstanceResult.class);
    Model.Description description = result.description();
    boolean same =
        description.protocolClass().equals(target.protocolClass())
            && description.instance().equals(target.instance());
    if (!same || !isConclusive(result)) {
      throw new IOException("it is about something else");
    }
    return result.with(result.basis().of(check));
  }

  /** Keeps a result, if it is conclusive, in place of an earlier one. */
  void keep(Target target, InstanceResult result, String identity, EarlierCheck check) {
    if (isConclusive(result)) {
      ObjectNode content = JsonNodeFactory.instance.objectNode();
      content.set("check", RecordJson.object(check));
      content.set("result", RecordJson.object(result));
      write(target, RESULT, identity, content);
    }
  }

  /** The searches without reductions of this identity. */
  Optional<Baseline> baseline(Target target, String identity) {
    return read(target, BASELINE, identity, content -> Baseline.of(content.path("baseline")));
  }

  /** Keeps searches without reductions in place of earlier ones. */
  void keep(Target target, Baseline baseline, String identity) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.set("baseline", baseline.json());
    write(target, BASELINE, identity, content);
  }

  private interface Reading<T> {
    T of(JsonNode content) throws IOException;
  }

  private <T> Optional<T> read(Target target, String kind, String identity, Reading<T> reading) {
    Path file = file(target, kind);
    try {
      JsonNode content = KeptFile.read(file);
      return identity.equals(content.path("identity").asText())
          ? Optional.of(reading.of(content))
          : Optional.empty();
    } catch (NoSuchFileException nothingKept) {
      return Optional.empty();
    } catch (IOException e) {
      warnings.accept(
          "What was kept of "
              + target
              + " in "
              + file
              + " cannot be used ("
              + OneLine.of(String.valueOf(e.getMessage()))
              + "); it is searched again.");
      return Optional.empty();
    }
  }

  private void write(Target target, String kind, String identity, ObjectNode content) {
    content.put("identity", identity);
    try {
      KeptFile.write(file(target, kind), content);
    } catch (IOException e) {
      warnings.accept(
          "What was found of " + target + " cannot be kept for the next check: " + e + ".");
    }
  }

  private Path file(Target target, String kind) {
    String name = new Digest().add(target.protocolClass()).add(target.instance()).hex();
    return directory.resolve(name.substring(0, NAME_DIGITS) + kind);
  }
}
