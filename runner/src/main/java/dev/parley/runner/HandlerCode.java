package dev.parley.runner;

import dev.parley.report.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts the code of handlers out of the source files of the checked modules.
 *
 * <p>Class files tell the line that a method's code begins with, not where the method begins and
 * ends. So the text around that line is looked at: the method begins where its name is followed by
 * a parenthesis, with the annotations and comment lines above, and ends at the first line that
 * closes a brace and is indented no further than the beginning. That is how code is laid out. Where
 * it is not, the piece is too short or too long, and nothing worse.
 */
final class HandlerCode implements Sources {
  private static final int MOST_ABOVE = 12;
  private static final int MOST_LINES = 60;
  private static final int LONGEST_LINE = 200;
  private static final Pattern PLACE = Pattern.compile("(.+):(\\d+)");

  private final Collection<SourceTree> trees;
  private final Map<SourceTree.Source, List<String>> files = new HashMap<>();

  /** Finds the code of handlers in these sources. */
  HandlerCode(Collection<SourceTree> trees) {
    this.trees = trees;
  }

  @Override
  public Optional<Snippet> find(String protocolClass, String handler, String place) {
    Matcher matcher = PLACE.matcher(place);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int line = Integer.parseInt(matcher.group(2));
    for (SourceTree tree : trees) {
      Optional<SourceTree.Source> source = tree.source(protocolClass, matcher.group(1));
      if (source.isPresent()) {
        return snippet(tree, source.get(), handler, line);
      }
    }
    return Optional.empty();
  }

  private Optional<Snippet> snippet(
      SourceTree tree, SourceTree.Source source, String handler, int line) {
    List<String> all = files.computeIfAbsent(source, HandlerCode::read);
    if (line < 1 || line > all.size()) {
      return Optional.empty();
    }
    int name = declaration(all, handler.substring(handler.lastIndexOf('.') + 1), line);
    int first = withAnnotations(all, name);
    int last = end(all, name, line);
    List<String> lines = new ArrayList<>();
    int margin =
        all.subList(first - 1, last).stream().mapToInt(HandlerCode::indent).min().orElse(0);
    for (String text : all.subList(first - 1, last)) {
      String cut = text.substring(Math.min(margin, text.length()));
      lines.add(cut.length() <= LONGEST_LINE ? cut : cut.substring(0, LONGEST_LINE) + "…");
    }
    return Optional.of(
        new Snippet(source.path(), tree.address(source, line).orElse(""), first, line, lines));
  }

  /** A file that has gone or is no text has no code to show. */
  private static List<String> read(SourceTree.Source source) {
    try {
      return Files.readAllLines(source.file()).stream().map(l -> l.replace("\t", "    ")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The line in which the method is declared: the last one that names it, not after its code. */
  private static int declaration(List<String> all, String method, int line) {
    Pattern named = Pattern.compile("\\b" + Pattern.quote(method) + "\\s*\\(");
    for (int at = line; at >= 1 && at > line - MOST_ABOVE; at--) {
      if (named.matcher(all.get(at - 1)).find()) {
        return at;
      }
    }
    return line;
  }

  private static int withAnnotations(List<String> all, int name) {
    int first = name;
    while (first > 1
        && name - first < MOST_ABOVE
        && all.get(first - 2).strip().matches("(@|/?\\*|//).*")) {
      first--;
    }
    return first;
  }

  private static int end(List<String> all, int name, int line) {
    int indent = indent(all.get(name - 1));
    int most = Math.min(all.size(), name + MOST_LINES);
    for (int at = Math.max(name, line); at <= most; at++) {
      String text = all.get(at - 1);
      boolean closes = text.strip().startsWith("}") && indent(text) <= indent;
      boolean oneLine = at == name && text.strip().endsWith("}");
      if (closes || oneLine) {
        return at;
      }
    }
    return Math.max(line, most);
  }

  /** How far a line is indented; an empty one as far as any. */
  private static int indent(String line) {
    return line.isBlank() ? Integer.MAX_VALUE : line.length() - line.stripLeading().length();
  }
}
