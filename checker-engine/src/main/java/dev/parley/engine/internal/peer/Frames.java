package dev.parley.engine.internal.peer;

import dev.parley.api.Framing;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the end of the first reply in the bytes that have come so far. */
final class Frames {
  /** There is no end yet. */
  static final int INCOMPLETE = -1;

  private static final int DEEPEST = 64;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})\\b");
  private static final Pattern REQUEST = Pattern.compile("(?m)^([A-Z]+) \\S+ HTTP/1\\.[01]\\r?$");
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

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
      case FIXED -> behind(0, framing.size());
      case LENGTH -> prefixed();
      case RESP -> resp(0, 0);
      case HTTP -> http(0, closed, true);
      case SILENCE -> closed && length > 0 ? length : INCOMPLETE;
    };
  }

  /** Which of the replies to a request have no body, because HTTP's HEAD asks for none. */
  BitSet bodiless(Ask ask) {
    BitSet bodiless = new BitSet();
    if (framing.kind() == Framing.Kind.HTTP) {
      Matcher requests = REQUEST.matcher(ask.sent());
      int count = 0;
      while (requests.find()) {
        bodiless.set(count++, requests.group(1).equals("HEAD"));
      }
      if (count != ask.replies()) {
        // A part of a request, or the content of one that looks like a request.
        bodiless.clear();
      }
    }
    return bodiless;
  }

  /** Where the first response of HTTP ends if it has no body, whatever its head says of one. */
  int endOfHead(byte[] come, int count) {
    bytes = come;
    length = count;
    return http(0, false, false);
  }

  /** Behind so many bytes; a length may be as great as a number can be. */
  private int behind(int from, long count) {
    return count <= length - from ? (int) (from + count) : INCOMPLETE;
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
    return behind(framing.size(), size);
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
        long size = size(from + 1, line - 2);
        yield size < 0 ? line : ended(behind(line, size));
      }
      case '*', '~', '>' -> elements(line, size(from + 1, line - 2), depth);
      case '%' -> pairs(line, size(from + 1, line - 2), depth);
      case '|' -> {
        int attributes = pairs(line, size(from + 1, line - 2), depth);
        yield attributes == INCOMPLETE || attributes == length
            ? INCOMPLETE
            : resp(attributes, depth);
      }
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

  private int pairs(int from, long count, int depth) {
    int at = from;
    for (long i = 0; i < count && at != INCOMPLETE; i++) {
      at = elements(at, 2, depth);
    }
    return at;
  }

  /** Behind the end of a line that must be there. */
  private int ended(int at) {
    if (at == INCOMPLETE || at + 2 > length) {
      return INCOMPLETE;
    }
    if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
      throw new PeerException("a reply is longer than it says");
    }
    return at + 2;
  }

  /** How many bytes or elements a reply of Redis says it has; -1 if it is null. */
  private long size(int from, int to) {
    long size = number(from, to, 10);
    if (size < -1) {
      throw new PeerException("a reply has the length " + size);
    }
    return size;
  }

  private long number(int from, int to, int radix) {
    return number(text(from, to).trim(), radix);
  }

  private static long number(String text, int radix) {
    try {
      return Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      throw new PeerException("a reply has '" + text + "' where a length is expected", e);
    }
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /**
   * Behind one response of HTTP, and the informational ones before it.
   *
   * @param from where it begins
   * @param closed whether no more can come
   * @param embodied whether it may have a body: one to HEAD has none
   */
  private int http(int from, boolean closed, boolean embodied) {
    int body = after(from, "\r\n\r\n");
    if (body == INCOMPLETE) {
      return INCOMPLETE;
    }
    String head = text(from, body);
    int code = status(head);
    if (code / 100 == 1 && code != SWITCHING_PROTOCOLS) {
      return http(body, closed, embodied);
    }
    if (!embodied || code == SWITCHING_PROTOCOLS || code == NO_CONTENT || code == NOT_MODIFIED) {
      return body;
    }
    List<String> codings = headers(head, "transfer-encoding");
    if (!codings.isEmpty()) {
      String last = codings.get(codings.size() - 1).toLowerCase(Locale.ROOT);
      return last.matches("(.*,)?\\s*chunked") ? chunks(body) : untilClosed(closed);
    }
    List<String> sizes = headers(head, "content-length");
    if (sizes.isEmpty()) {
      return untilClosed(closed);
    }
    long size = number(sizes.get(0), 10);
    if (size < 0 || sizes.stream().distinct().count() > 1) {
      throw new PeerException("a response has the Content-Length " + String.join(", ", sizes));
    }
    return behind(body, size);
  }

  private static int status(String head) {
    Matcher status = STATUS.matcher(head);
    if (!status.lookingAt()) {
      throw new PeerException(
          "a response is not in HTTP/1.0 or 1.1: it begins with '"
              + head.lines().findFirst().get()
              + "'");
    }
    return Integer.parseInt(status.group(1));
  }

  private int untilClosed(boolean closed) {
    return closed ? length : INCOMPLETE;
  }

  private static List<String> headers(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).trim())
        .toList();
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
      if (count < 0) {
        throw new PeerException("a response has a chunk of " + count + " bytes");
      }
      if (count == 0) {
        return text(line, Math.min(length, line + 2)).equals("\r\n")
            ? line + 2
            : after(line, "\r\n\r\n");
      }
      at = ended(behind(line, count));
      if (at == INCOMPLETE) {
        return INCOMPLETE;
      }
    }
  }
}
