package dev.parley.report;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Survey.Read;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a violation says, in the property's own words and with the values that conflict. */
final class Claim {
  /** More values are not put into the banner; all are in the states below. */
  private static final int MOST_VALUES = 8;

  private static final int LONGEST_VALUE = 300;

  private Claim() {}

  /**
   * What the banner shows.
   *
   * @param property the property's name; a few words if a step threw
   * @param when when it fails: {@code fails after 12 steps}
   * @param words what it says, maybe empty
   * @param lead what the values are
   * @param values the fields that the violation hangs on
   * @param rest all that the property looked at, if that is more than the values
   */
  public record View(
      String property,
      String when,
      String words,
      String lead,
      List<Value> values,
      List<Violation.Seen> rest) {}

  /**
   * A field in the last state.
   *
   * @param node the node
   * @param field the field
   * @param value its content
   * @param since the step that changed it last; 0 if none did
   */
  public record Value(String node, String field, String value, int since) {}

  static View of(InstanceResult result, Violation violation) {
    boolean threw = violation.property().equals(Violation.EXCEPTION);
    List<Read> read = violation.survey().map(Survey::read).orElse(List.of());
    List<Read> decisive = read.stream().filter(Read::decisive).toList();
    List<Read> shown = decisive.isEmpty() ? changed(read) : decisive;
    List<Value> values = shown.stream().limit(MOST_VALUES).map(Claim::value).toList();
    return new View(
        threw ? "A step" : violation.property(),
        threw ? "threw an exception or failed an assertion" : "fails" + Meaning.where(violation),
        threw ? "" : words(result, violation),
        lead(decisive.size(), values.size()),
        values,
        rest(violation, read, values));
  }

  private static List<Read> changed(List<Read> read) {
    List<Read> changed = read.stream().filter(r -> r.since() > 0).toList();
    return changed.isEmpty() ? read : changed;
  }

  private static String lead(int decisive, int values) {
    if (values == 0) {
      return "";
    }
    return decisive == 0
        ? "What it read"
        : decisive == 1 ? "This value breaks it" : "These values conflict";
  }

  private static List<Violation.Seen> rest(
      Violation violation, List<Read> read, List<Value> values) {
    if (violation.timeline().isPresent()) {
      return List.of();
    }
    return values.isEmpty() || read.size() > values.size() || others(violation, read)
        ? violation.seen()
        : List.of();
  }

  /** Whether it looked at something that is no field. */
  private static boolean others(Violation violation, List<Read> read) {
    List<String> nodes = new ArrayList<>(read.stream().map(Read::node).toList());
    return !violation.seen().stream().allMatch(seen -> nodes.contains(seen.what()));
  }

  private static String words(InstanceResult result, Violation violation) {
    Optional<String> words =
        result.properties().stream()
            .filter(property -> violation.property().equals(property.name()))
            .map(PropertyResult::description)
            .findFirst();
    return words.orElse("").strip();
  }

  private static Value value(Read read) {
    return new Value(
        read.node(), read.field(), LenientText.cut(read.value(), LONGEST_VALUE), read.since());
  }
}
