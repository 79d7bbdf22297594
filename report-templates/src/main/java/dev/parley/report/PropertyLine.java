package dev.parley.report;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.Survey.PropertyValues;
import dev.parley.engine.result.Survey.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The value of a property along the steps of a trace, in words and as a line of segments. */
final class PropertyLine {
  /** More changes of one property are not drawn. */
  private static final int MOST_SEGMENTS = 60;

  private PropertyLine() {}

  /**
   * One property.
   *
   * @param property its name
   * @param kind {@code invariant}, {@code goal} or {@code terminal}, for which false means nothing
   *     bad before the end
   * @param violated whether it is the violated one
   * @param constant whether it has the same value all along
   * @param words its values, in words
   * @param segments the same to be drawn; the widths add up to 1000
   * @param spans the same for the page's script: {@code 0 true 22 false}
   */
  public record View(
      String property,
      String kind,
      boolean violated,
      boolean constant,
      String words,
      List<Segment> segments,
      String spans) {}

  /**
   * A piece of the line.
   *
   * @param value {@code true}, {@code false} or {@code unknown}
   * @param x where it begins, in thousandths of the line
   * @param width how wide it is, likewise
   */
  public record Segment(String value, int x, int width) {}

  /** The violated property first, then those that change, then all others. */
  static List<View> of(
      List<PropertyValues> values, int steps, String violated, Map<String, Property.Kind> kinds) {
    return values.stream()
        .map(
            v ->
                view(
                    v,
                    steps,
                    v.property().equals(violated),
                    kinds.getOrDefault(v.property(), Property.Kind.INVARIANT)))
        .sorted(Comparator.comparing((View v) -> !v.violated()).thenComparing(View::constant))
        .toList();
  }

  private static View view(PropertyValues values, int steps, boolean violated, Property.Kind kind) {
    List<Span> spans = values.spans();
    List<Segment> segments = new ArrayList<>();
    List<String> words = new ArrayList<>();
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < spans.size() && i < MOST_SEGMENTS; i++) {
      Span span = spans.get(i);
      boolean last = i == spans.size() - 1 || i == MOST_SEGMENTS - 1;
      int from = 1000 * span.from() / (steps + 1);
      int to = last ? 1000 : 1000 * spans.get(i + 1).from() / (steps + 1);
      segments.add(new Segment(span.value(), from, Math.max(1, to - from)));
      words.add(word(span.value(), kind) + (i == 0 ? "" : " after step " + span.from()));
      data.append(i == 0 ? "" : " ").append(span.from()).append(' ').append(span.value());
    }
    return new View(
        values.property(),
        kind == Property.Kind.REACHABLE
            ? "goal"
            : kind == Property.Kind.TERMINAL ? "terminal" : "invariant",
        violated,
        spans.size() == 1,
        spans.size() == 1
            ? word(spans.get(0).value(), kind) + " all along"
            : spans.size() > 6
                ? "changes " + Numerals.count(spans.size() - 1, "time")
                : String.join(", ", words),
        segments,
        data.toString());
  }

  private static String word(String value, Property.Kind kind) {
    if (value.equals("unknown")) {
      return "cannot be judged";
    }
    if (kind == Property.Kind.REACHABLE) {
      return value.equals("true") ? "reached" : "not reached";
    }
    return value;
  }
}
