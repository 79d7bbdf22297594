package dev.parley.engine.internal.peer;

import dev.parley.api.Framing;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Finds the end of the first reply in the bytes that have come so far. */
final class Frames {
  /** There is no end yet. */
  static final int INCOMPLETE = -1;

  private static final int DEEPEST = 64;

  private final Framing framing;
  private byte[] bytes = new byte[0];
  private int length;

  Frames(Framing framing) {
    this.framing = framing;
  }

  /**
   * Where the first reply ends, or {@link #INCOMPLETE}.
   *
   * @param come the bytes that have come
   * @param count how many of them count
   * @param closed whether no more can come
   */
  int end(byte[] come, int count, boolean closed) {
    bytes = come;
    length = count;
    return switch (framing.kind()) {
      case DELIMITER -> after(0, framing.delimiter());
      case FIXED -> upTo(framing.size());
      case LENGTH -> prefixed();
      case RESP -> resp(0, 0);
      case HTTP -> http(closed);
      case SILENCE -> closed && length > 0 ? length : INCOMPLETE;
    };
  }

  private int upTo(long end) {
    return end <= length ? (int) end : INCOMPLETE;
  }

  /** Behind the first occurrence of a delimiter. */
  private int after(int from, String delimiter) {
    for (int at = from; at + delimiter.length() <= length; at++) {
      int matched = 0;
      while (matched < delimiter.length()
          && (bytes[at + matched] & 0xFF) == delimiter.charAt(matched)) {
        matched++;
      }
      if (matched == delimiter.length()) {
        return at + matched;
      }
    }
    return INCOMPLETE;
  }

  private int prefixed() {
    if (length < framing.size()) {
      return INCOMPLETE;
    }
    long size = 0;
    for (int i = 0; i < framing.size(); i++) {
      size = size << 8 | bytes[i] & 0xFF;
    }
    return upTo(framing.size() + size);
  }

  /** Behind one value of the protocol of Redis. */
  private int resp(int from, int depth) {
    int line = after(from, "\r\n");
    if (line == INCOMPLETE) {
      return INCOMPLETE;
    }
    char type = (char) (bytes[from] & 0xFF);
    if (depth > DEEPEST) {
      throw new PeerException("a reply in the protocol of Redis is nested too deeply");
    }
    return switch (type) {
      case '+', '-', ':', '_', ',', '#', '(' -> line;
      case '$', '=', '!' -> {
        long size = number(from + 1, line - 2, 10);
        yield size < 0 ? line : upTo(line + size + 2);
      }
      case '*', '~', '>' -> elements(line, number(from + 1, line - 2, 10), depth);
      case '%' -> elements(line, 2 * number(from + 1, line - 2, 10), depth);
      default ->
          throw new PeerException(
              "a reply is not in the protocol of Redis: it begins with byte " + (int) type);
    };
  }

  private int elements(int from, long count, int depth) {
    int at = from;
    for (long i = 0; i < count && at != INCOMPLETE; i++) {
      at = at < length ? resp(at, depth + 1) : INCOMPLETE;
    }
    return at;
  }

  private long number(int from, int to, int radix) {
    String text = text(from, to).trim();
    try {
      return Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      throw new PeerException("a reply has '" + text + "' where a length is expected", e);
    }
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private int http(boolean closed) {
    int body = after(0, "\r\n\r\n");
    if (body == INCOMPLETE) {
      return INCOMPLETE;
    }
    String head = text(0, body);
    String[] status = head.substring(0, head.indexOf('\r')).split(" ");
    String code = status.length > 1 ? status[1] : "";
    if (code.equals("204") || code.equals("304")) {
      return body;
    }
    if (header(head, "transfer-encoding").filter("chunked"::equalsIgnoreCase).isPresent()) {
      return chunks(body);
    }
    Optional<String> size = header(head, "content-length");
    if (size.isPresent()) {
      try {
        return upTo(body + Long.parseLong(size.get()));
      } catch (NumberFormatException e) {
        throw new PeerException("a response has the Content-Length '" + size.get() + "'", e);
      }
    }
    return closed ? length : INCOMPLETE;
  }

  private static Optional<String> header(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).trim())
        .findFirst();
  }

  private int chunks(int from) {
    int at = from;
    while (true) {
      int line = after(at, "\r\n");
      if (line == INCOMPLETE) {
        return INCOMPLETE;
      }
      String size = text(at, line - 2);
      int extension = size.indexOf(';');
      long count = number(at, extension < 0 ? line - 2 : at + extension, 16);
      if (count == 0) {
        return text(line, Math.min(length, line + 2)).equals("\r\n")
            ? line + 2
            : after(line, "\r\n\r\n");
      }
      if (line + count + 2 > length) {
        return INCOMPLETE;
      }
      at = (int) (line + count + 2);
    }
  }
}
