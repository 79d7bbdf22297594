package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.api.Network;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A counterexample as it is kept for replay.
 *
 * @param schema the version of this format
 * @param protocol the protocol's name
 * @param protocolClass the annotated class
 * @param instance the instance's name
 * @param finding the violated property, or the place of the mistake
 * @param message one sentence that says what went wrong
 * @param trace the steps
 * @param network the label of the network they were recorded on; absent in files written before
 *     networks could be chosen
 */
record TraceFile(
    int schema,
    String protocol,
    String protocolClass,
    String instance,
    String finding,
    String message,
    Trace trace,
    Optional<String> network) {
  static final int SCHEMA = 1;

  /** The trace of a violation or of a mistake, if the result has one. */
  static Optional<TraceFile> of(InstanceResult result) {
    return result
        .violation()
        .flatMap(v -> v.trace().map(t -> of(result, v.property(), v.message(), t)))
        .or(
            () ->
                result
                    .error()
                    .flatMap(e -> e.trace().map(t -> of(result, e.place(), e.message(), t))));
  }

  /** The trace that a smallest set of faults leads to, if there is one. */
  static Optional<TraceFile> of(InstanceResult result, BreakingFaults breaking) {
    String message = "breaks with " + breaking.text();
    return breaking.trace().map(t -> of(result, breaking.property(), message, t));
  }

  private static TraceFile of(InstanceResult result, String finding, String message, Trace trace) {
    return new TraceFile(
        SCHEMA,
        result.description().protocol(),
        result.description().protocolClass(),
        result.description().instance(),
        finding,
        message,
        trace,
        Optional.of(result.surroundings().network()));
  }

  Target target() {
    return new Target(protocol, protocolClass, instance, List.of());
  }

  /** The network the steps were recorded on, if it is known. */
  Optional<Network> recordedOn() throws IOException {
    return network.isEmpty() ? Optional.empty() : Optional.of(named(network.get()));
  }

  private static Network named(String label) throws IOException {
    return Arrays.stream(Network.values())
        .filter(network -> network.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IOException("there is no network '" + label + "'"));
  }

  String text() {
    return RecordJson.text(RecordJson.object(this));
  }

  static TraceFile read(Path file) throws IOException {
    JsonNode node;
    try {
      node = RecordJson.parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new IOException(
          "There is no trace file "
              + file
              + ". `mvn parley:check` writes one for each counterexample and prints its path.",
          e);
    } catch (IOException e) {
      throw new IOException(file + " is not a trace file: " + e.getMessage(), e);
    }
    int schema = node.path("schema").asInt();
    if (schema != SCHEMA) {
      throw new IOException(
          file
              + " is not a trace file of schema "
              + SCHEMA
              + " (found: "
              + schema
              + "). Record the counterexample again with `mvn parley:check`.");
    }
    try {
      TraceFile read = RecordJson.read(node, TraceFile.class);
      read.recordedOn();
      return read;
    } catch (IOException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }
}
