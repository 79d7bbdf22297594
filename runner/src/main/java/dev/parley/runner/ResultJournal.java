package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.InstanceResult;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The results of a run that is not over yet, in a file beside the report: one line about the run
 * and the instances it selected, then one line per result, each written when it arrives. Whatever
 * ends the process, what was found until then can be read back.
 *
 * <p>The file is there from the first result until the report is. So where it exists, what lies
 * beside it is of an earlier run, and goals that come back to a run take this one. A run that ends
 * before its first result has found nothing, and leaves what an earlier run found as it is. A
 * journal that cannot be written is a warning: the run goes on, and its findings are shown on the
 * console.
 */
final class ResultJournal implements AutoCloseable {
  static final String FILE = "results.jsonl";
  private static final String SELECTED = "selected";

  private final Path file;
  private final Run.Origin origin;
  private final Consumer<String> warnings;
  private final JsonNode header;
  private boolean begun;
  private Optional<OutputStream> out = Optional.empty();

  private ResultJournal(Path file, Run.Origin origin, JsonNode header, Consumer<String> warnings) {
    this.file = file;
    this.origin = origin;
    this.header = header;
    this.warnings = warnings;
  }

  /**
   * A journal that takes the place of any other with its first result.
   *
   * @param directory where reports go
   * @param run the run, still without results
   * @param origin where its results come from
   * @param selected the instances it is about
   * @param warnings hears that it cannot be written
   */
  static ResultJournal begin(
      Path directory,
      Run run,
      Run.Origin origin,
      List<Target> selected,
      Consumer<String> warnings) {
    ObjectNode header = JsonReport.json(run);
    ArrayNode names = header.putArray(SELECTED);
    selected.forEach(target -> names.add(target.toString()));
    return new ResultJournal(directory.resolve(FILE), origin, header, warnings);
  }

  /** Adds a result. */
  void add(InstanceResult result) {
    attempt(
        () -> {
          if (!begun) {
            begun = true;
            Files.createDirectories(file.getParent());
            out = Optional.of(new BufferedOutputStream(Files.newOutputStream(file)));
            write(header);
          }
          write(JsonReport.instance(result, origin));
        });
  }

  private void write(JsonNode node) throws IOException {
    if (out.isPresent()) {
      RecordJson.writeLine(node, out.get());
      out.get().flush();
    }
  }

  private interface Deed {
    void run() throws IOException;
  }

  private void attempt(Deed deed) {
    try {
      deed.run();
    } catch (IOException e) {
      close();
      warnings.accept(
          "Results cannot be kept in "
              + file
              + " as they arrive: "
              + e
              + ". If this build is stopped before its end, they are lost.");
    }
  }

  /** Writes no more. */
  @Override
  public void close() {
    out.ifPresent(
        stream -> {
          try {
            stream.close();
          } catch (IOException e) {
            // What could not be written was said before.
          }
        });
    out = Optional.empty();
  }

  /** Ends the journal: everything in it is in the report. */
  void remove() throws IOException {
    close();
    Files.deleteIfExists(file);
  }

  static boolean existsIn(Path directory) {
    return Files.isRegularFile(directory.resolve(FILE));
  }

  /**
   * Reads the run that a directory's journal tells of. A last line that was cut off is left out.
   *
   * @throws IOException if not even the first line can be read
   */
  static Run read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      ObjectNode root = first(lines, file);
      ArrayNode instances = root.putArray("instances");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<JsonNode> result = parsed(line);
        if (result.isEmpty()) {
          break;
        }
        instances.add(result.get());
      }
      Run run = JsonReport.run(root);
      return run.endedBy(
          "The build that checked these instances was stopped before its end.", missing(root, run));
    }
  }

  private static ObjectNode first(BufferedReader lines, Path file) throws IOException {
    return Optional.ofNullable(lines.readLine())
        .flatMap(ResultJournal::parsed)
        .filter(JsonNode::isObject)
        .map(ObjectNode.class::cast)
        .orElseThrow(
            () ->
                new IOException(
                    file
                        + " is damaged: its first line is not complete. Remove it, or run `mvn"
                        + " parley:check` again."));
  }

  private static Optional<JsonNode> parsed(String line) {
    try {
      return Optional.of(RecordJson.parse(line)).filter(JsonNode::isObject);
    } catch (IOException cutOff) {
      return Optional.empty();
    }
  }

  private static List<String> missing(JsonNode root, Run run) {
    Set<String> present = new HashSet<>();
    run.report().instances().forEach(result -> present.add(Gate.name(result)));
    List<String> missing = new ArrayList<>();
    for (JsonNode name : root.path(SELECTED)) {
      if (!present.contains(name.asText())) {
        missing.add(name.asText());
      }
    }
    return missing;
  }
}
