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
import dev.parley.engine.result.Violation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The last conclusive result of each instance, each in a file of its own beside the report, with the
 * identity of the check that found it. It lives as long as the directory of build results does:
 * whoever removes that wants everything anew.
 *
 * <p>A file that cannot be read, that is not whole, or that speaks of something else is named and
 * counts as if it were not there.
 */
final class KeptResults {
  private static final int FORMAT = 1;
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
   * Whether another search could not find anything else: the state space was explored to its end, or
   * a violation was found and is shown.
   */
  static boolean isConclusive(InstanceResult result) {
    boolean shown =
        result
            .violation()
            .filter(v -> v.trace().isPresent() || isGoal(v))
            .isPresent();
    return result.verdict() == Verdict.VERIFIED || (result.verdict() == Verdict.VIOLATED && shown);
  }

  private static boolean isGoal(Violation violation) {
    return violation.kind().equals(Optional.of(Property.Kind.REACHABLE));
  }

  /** The result of the last check of this identity. */
  Optional<InstanceResult> find(Target target, String identity) {
    Path file = file(target.protocolClass(), target.instance());
    try {
      return read(Files.readString(file, StandardCharsets.US_ASCII), target, identity);
    } catch (NoSuchFileException nothingKept) {
      return Optional.empty();
    } catch (IOException e) {
      warnings.accept(
          "What was kept of "
              + target
              + " in "
              + file
              + " cannot be used ("
              + e.getMessage()
              + "); it is checked again.");
      return Optional.empty();
    }
  }

  private static Optional<InstanceResult> read(String text, Target target, String identity)
      throws IOException {
    JsonNode root = RecordJson.parse(text);
    if (root.path("format").asInt() != FORMAT) {
      throw new IOException("it does not have format " + FORMAT);
    }
    JsonNode content = root.path("content");
    if (!digest(content).equals(root.path("digest").asText())) {
      throw new IOException("it is not what was written");
    }
    if (!identity.equals(content.path("identity").asText())) {
      return Optional.empty();
    }
    EarlierCheck check = RecordJson.read(content.path("check"), EarlierCheck.class);
    InstanceResult result = RecordJson.read(content.path("result"), InstanceResult.class);
    Model.Description description = result.description();
    boolean same =
        description.protocolClass().equals(target.protocolClass())
            && description.instance().equals(target.instance());
    if (!same || !isConclusive(result)) {
      throw new IOException("it is about something else");
    }
    return Optional.of(result.with(result.basis().of(check)));
  }

  /** Keeps a result, if it is conclusive, in place of an earlier one. */
  void keep(InstanceResult result, String identity, String at, Optional<String> commit) {
    if (!isConclusive(result)) {
      return;
    }
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("identity", identity);
    content.set("check", RecordJson.object(new EarlierCheck(at, commit, true)));
    content.set("result", RecordJson.object(result));
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", FORMAT);
    root.put("digest", digest(content));
    root.set("content", content);
    Path file = file(result.description().protocolClass(), result.description().instance());
    try {
      Reports.replace(file, new String(line(root), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      warnings.accept(
          "The result of "
              + Gate.name(result)
              + " cannot be kept for the next check: "
              + e
              + ". It will be searched again.");
    }
  }

  private Path file(String protocolClass, String instance) {
    String name = new Digest().add(protocolClass).add(instance).hex().substring(0, NAME_DIGITS);
    return directory.resolve(name + ".json");
  }

  private static String digest(JsonNode content) {
    return new Digest().add(line(content)).hex();
  }

  private static byte[] line(JsonNode node) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      RecordJson.writeLine(node, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
