package dev.parley.engine.internal.peer;

import dev.parley.api.Reply;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Requests and replies as people read them. */
final class Shown {
  private static final int LONGEST = 200;
  private static final int MOST = 12;

  private Shown() {}

  static String text(Ask ask) {
    if (ask.hangsUp()) {
      return "a closed connection";
    }
    return ask.sent().isEmpty() ? "nothing" : quoted(ask.sent());
  }

  static String text(Reply reply) {
    return reply.answered() ? quoted(reply.content()) : reply.event().text();
  }

  /** The requests that lead to a place. */
  static String history(Place place) {
    List<Place> path = place.path();
    String left = path.size() > MOST ? "... " : "";
    return left
        + path.subList(Math.max(0, path.size() - MOST), path.size()).stream()
            .map(Place::ask)
            .map(Shown::text)
            .collect(Collectors.joining(", "));
  }

  private static String quoted(String bytes) {
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < Math.min(bytes.length(), LONGEST); i++) {
      char c = bytes.charAt(i);
      switch (c) {
        case '\r' -> text.append("\\r");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        default ->
            text.append(
                c < ' ' || c > '~'
                    ? String.format(Locale.ROOT, "\\x%02x", (int) c)
                    : String.valueOf(c));
      }
    }
    return text.append(bytes.length() > LONGEST ? "..." : "").append('"').toString();
  }
}
