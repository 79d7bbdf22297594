package dev.parley.runner;

import dev.parley.engine.result.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of the console, parts of which may stand out.
 *
 * @param parts its parts, from left to right
 */
public record Line(List<Part> parts) {
  /**
   * A part of a line.
   *
   * @param style how it stands out
   * @param text what it says
   */
  public record Part(Style style, String text) {}

  /** Keeps its own copy. */
  public Line {
    parts = List.copyOf(parts);
  }

  /** A line of which nothing stands out. */
  static Line of(String text) {
    return of(Style.PLAIN, text);
  }

  /** A line that stands out as a whole. */
  static Line of(Style style, String text) {
    return new Line(List.of(new Part(style, text)));
  }

  /** The line with something behind it. */
  Line and(Style style, String text) {
    List<Part> longer = new ArrayList<>(parts);
    longer.add(new Part(style, text));
    return new Line(longer);
  }

  /** The line with something behind it that does not stand out. */
  Line and(String text) {
    return and(Style.PLAIN, text);
  }

  /** What the line says. */
  String text() {
    return parts.stream().map(Part::text).collect(Collectors.joining());
  }

  /**
   * The line as a console shows it. Control characters of what users have named are made visible
   * first: only the painter's own reach the terminal.
   */
  String painted(Style.Painter painter) {
    return parts.stream().map(part -> painted(part, painter)).collect(Collectors.joining());
  }

  private static String painted(Part part, Style.Painter painter) {
    String text = OneLine.of(part.text());
    return part.style() == Style.PLAIN || text.isBlank() ? text : painter.paint(part.style(), text);
  }
}
