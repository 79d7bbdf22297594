package dev.parley.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What is different between two values, element by element: of a list to which one entry was added,
 * only that entry is new. Values are compared as the texts that traces have: {@code [a, b]}, {@code
 * {k=v}}, {@code Entry[term=1]}. A text that is not built like that, or that has nearly nothing in
 * common with the other, is different as a whole.
 */
final class ValueDiff {
  /** More elements are not compared: the comparison takes the square of their number. */
  private static final int MOST_ELEMENTS = 400;

  /** How many elements on either side of a change are shown. */
  private static final int AROUND = 1;

  private static final int DEEPEST = 4;

  private ValueDiff() {}

  /**
   * A piece of both values, or of one.
   *
   * @param kind {@code same}, {@code gone}, {@code new}, or {@code skipped}
   * @param text the piece; for what is skipped, how much it is
   */
  public record Part(String kind, String text) {}

  /** The pieces, in order; just the two values if they are not comparable by elements. */
  static List<Part> of(String before, String after) {
    List<Part> parts = new ArrayList<>();
    if (compare(before, after, parts, 0)) {
      return merged(parts);
    }
    return List.of(new Part("gone", before), new Part("new", after));
  }

  /** Whether the pieces tell more than the two values one after the other. */
  static boolean isByElements(List<Part> parts) {
    return parts.stream().anyMatch(part -> part.kind().equals("same"));
  }

  /** Whether something is different behind a name: {@code Entry[term=2]} after {@code 1}. */
  static boolean isWithinElements(List<Part> parts) {
    for (int i = 1; i < parts.size(); i++) {
      if (parts.get(i - 1).kind().equals("same")
          && !parts.get(i).kind().equals("same")
          && parts.get(i - 1).text().endsWith("=")) {
        return true;
      }
    }
    return false;
  }

  private static boolean compare(String before, String after, List<Part> parts, int depth) {
    int open = open(before);
    if (open < 0
        || depth > DEEPEST
        || open(after) != open
        || !before.substring(0, open + 1).equals(after.substring(0, open + 1))
        || before.charAt(before.length() - 1) != after.charAt(after.length() - 1)) {
      return false;
    }
    List<String> old = elements(before, open + 1);
    List<String> now = elements(after, open + 1);
    if (old.size() > MOST_ELEMENTS
        || now.size() > MOST_ELEMENTS
        || !isWhole(before, open, old)
        || !isWhole(after, open, now)) {
      return false;
    }
    List<Part> inner = new ArrayList<>();
    int common = compare(old, now, inner, depth);
    if (common == 0 && !old.isEmpty() && !now.isEmpty()) {
      return false;
    }
    parts.add(new Part("same", before.substring(0, open + 1)));
    parts.addAll(inner);
    parts.add(new Part("same", before.substring(before.length() - 1)));
    return true;
  }

  /** Where the bracket is that a structured text begins with, maybe after a name; -1 if none. */
  private static int open(String text) {
    int at = 0;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    if (at >= text.length() - 1) {
      return -1;
    }
    char last = text.charAt(text.length() - 1);
    return switch (text.charAt(at)) {
      case '[' -> last == ']' ? at : -1;
      case '{' -> last == '}' ? at : -1;
      case '(' -> last == ')' ? at : -1;
      default -> -1;
    };
  }

  /** What stands between the commas of the outermost brackets. */
  private static List<String> elements(String text, int from) {
    List<String> elements = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int start = from;
    for (int i = from; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      if (quoted) {
        i += c == '\\' ? 1 : 0;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '[' || c == '{' || c == '(') {
        depth++;
      } else if (c == ']' || c == '}' || c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        elements.add(text.substring(start, i));
        start = Math.min(text.length() - 1, i + 2);
      }
    }
    if (start < text.length() - 1) {
      elements.add(text.substring(start, text.length() - 1));
    }
    return elements;
  }

  /** Whether the elements make up the text again; else it is no value, whatever it looks like. */
  private static boolean isWhole(String text, int open, List<String> elements) {
    return text.substring(open + 1, text.length() - 1).equals(String.join(", ", elements));
  }

  /** Compares by the longest common subsequence; returns how much both have in common. */
  private static int compare(List<String> old, List<String> now, List<Part> parts, int depth) {
    int[][] common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    Pieces pieces = new Pieces(parts, depth);
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        pieces.same(old.get(i++));
        j++;
      } else if (j == now.size() || i < old.size() && common[i + 1][j] >= common[i][j + 1]) {
        pieces.gone(old.get(i++));
      } else {
        pieces.added(now.get(j++));
      }
    }
    pieces.end();
    return common[0][0] + pieces.alike;
  }

  /** Collects the elements of one comparison. */
  private static final class Pieces {
    private final List<Part> parts;
    private final int depth;
    private final List<String> same = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private boolean any;

    /** How many elements are different and still have something in common. */
    private int alike;

    Pieces(List<Part> parts, int depth) {
      this.parts = parts;
      this.depth = depth;
    }

    void same(String element) {
      flushChanges();
      same.add(element);
    }

    void gone(String element) {
      flushSame(false);
      gone.add(element);
    }

    void added(String element) {
      flushSame(false);
      added.add(element);
    }

    void end() {
      flushChanges();
      flushSame(true);
    }

    private void flushSame(boolean last) {
      int head = any ? AROUND : 0;
      int tail = last ? 0 : AROUND;
      int skipped = same.size() - head - tail;
      if (skipped <= 1) {
        same.forEach(element -> add("same", element));
      } else {
        same.subList(0, head).forEach(element -> add("same", element));
        add("skipped", "… " + skipped + " more …");
        same.subList(same.size() - tail, same.size()).forEach(element -> add("same", element));
      }
      same.clear();
    }

    /** One entry in place of another of the same name is compared further. */
    private void flushChanges() {
      for (int i = 0; i < Math.max(gone.size(), added.size()); i++) {
        if (i < gone.size() && i < added.size()) {
          pair(gone.get(i), added.get(i));
        } else if (i < gone.size()) {
          add("gone", gone.get(i));
        } else {
          add("new", added.get(i));
        }
      }
      gone.clear();
      added.clear();
    }

    private void pair(String before, String after) {
      int key = before.indexOf('=') + 1;
      boolean named = key > 0 && after.startsWith(before.substring(0, key));
      int from = named && before.substring(0, key).matches("[\\w.\"]+=") ? key : 0;
      List<Part> inner = new ArrayList<>();
      separate();
      if (compare(before.substring(from), after.substring(from), inner, depth + 1)) {
        alike++;
        parts.add(new Part("same", before.substring(0, from)));
        parts.addAll(inner);
      } else if (from > 0) {
        alike++;
        parts.add(new Part("same", before.substring(0, from)));
        parts.add(new Part("gone", before.substring(from)));
        parts.add(new Part("new", after.substring(from)));
      } else {
        parts.add(new Part("gone", before));
        separate();
        parts.add(new Part("new", after));
      }
    }

    private void add(String kind, String text) {
      separate();
      parts.add(new Part(kind, text));
    }

    private void separate() {
      if (any) {
        parts.add(new Part("same", ", "));
      }
      any = true;
    }
  }

  /** Joins neighbours of one kind. */
  private static List<Part> merged(List<Part> parts) {
    List<Part> merged = new ArrayList<>();
    for (Part part : parts) {
      int last = merged.size() - 1;
      if (part.text().isEmpty()) {
        continue;
      }
      if (last >= 0 && part.kind().equals("same") && merged.get(last).kind().equals("same")) {
        merged.set(last, new Part("same", merged.get(last).text() + part.text()));
      } else {
        merged.add(part);
      }
    }
    return merged;
  }
}
