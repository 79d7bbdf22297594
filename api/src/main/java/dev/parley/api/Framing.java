package dev.parley.api;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * How to tell where a reply of an external program ends.
 *
 * @param kind the rule
 * @param size a number of bytes, or of milliseconds for {@link Kind#SILENCE}; 0 if there is none
 * @param delimiter what ends a reply, each byte as the character with its number; maybe empty
 */
public record Framing(Kind kind, int size, String delimiter) {
  /** The rules. */
  public enum Kind {
    /** A delimiter ends a reply, and belongs to it. */
    DELIMITER,
    /** Every reply has so many bytes. */
    FIXED,
    /** So many bytes, the highest first, say how many follow. */
    LENGTH,
    /** The protocol of Redis, versions 2 and 3. */
    RESP,
    /** A response of HTTP/1.0 or 1.1. */
    HTTP,
    /** A reply ends when nothing has come for a while. */
    SILENCE
  }

  /** Checks the numbers. */
  public Framing {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(delimiter, "delimiter");
    if (kind == Kind.DELIMITER && delimiter.isEmpty()) {
      throw new IllegalArgumentException("a delimiter must have at least one byte");
    }
    if ((kind == Kind.FIXED || kind == Kind.SILENCE) && size < 1) {
      throw new IllegalArgumentException("the size must be at least 1, not " + size);
    }
    if (kind == Kind.LENGTH && (size < 1 || size > 4)) {
      throw new IllegalArgumentException("a length has from 1 to 4 bytes, not " + size);
    }
  }

  /** A reply is a line; its line feed belongs to it. */
  public static Framing line() {
    return delimiter("\n");
  }

  /** A reply ends with a delimiter, which belongs to it. */
  public static Framing delimiter(String delimiter) {
    byte[] bytes = delimiter.getBytes(StandardCharsets.UTF_8);
    return new Framing(Kind.DELIMITER, 0, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Every reply has so many bytes. */
  public static Framing fixed(int bytes) {
    return new Framing(Kind.FIXED, bytes, "");
  }

  /** A reply begins with its length: so many bytes, the highest first, not counting themselves. */
  public static Framing length(int bytes) {
    return new Framing(Kind.LENGTH, bytes, "");
  }

  /** The protocol of Redis, versions 2 and 3. */
  public static Framing resp() {
    return new Framing(Kind.RESP, 0, "");
  }

  /**
   * Responses of HTTP/1.0 or 1.1. Informational ones, such as 100 Continue, belong to the response
   * that follows. One to HEAD has no body; to be known as such, the request must be sent whole.
   */
  public static Framing http() {
    return new Framing(Kind.HTTP, 0, "");
  }

  /**
   * A reply ends when nothing has come for a while. This is slow and a guess: prefer a framing that
   * knows. With less than 20 ms, gaps inside a reply were seen even on an idle machine.
   */
  public static Framing silence(int millis) {
    return new Framing(Kind.SILENCE, millis, "");
  }
}
