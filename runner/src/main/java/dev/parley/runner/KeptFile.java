package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.code.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with something to be used again, and a digest by which one sees that it is whole. */
final class KeptFile {
  private static final int FORMAT = 1;

  private KeptFile() {}

  /** Writes a file, whole or not at all. */
  static void write(Path file, ObjectNode content) throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", FORMAT);
    root.put("digest", digest(content));
    root.set("content", content);
    Reports.replace(file, new String(line(root), StandardCharsets.US_ASCII));
  }

  /**
   * Reads a file back.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   * @throws IOException if it is not what was written
   */
  static JsonNode read(Path file) throws IOException {
    JsonNode root = RecordJson.parse(Files.readString(file, StandardCharsets.US_ASCII));
    if (root.path("format").asInt() != FORMAT) {
      throw new IOException("it does not have format " + FORMAT);
    }
    JsonNode content = root.path("content");
    if (!digest(content).equals(root.path("digest").asText())) {
      throw new IOException("it is not what was written");
    }
    return content;
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
