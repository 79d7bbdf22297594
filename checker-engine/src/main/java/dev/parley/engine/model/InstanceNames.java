package dev.parley.engine.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of instances. Selection reads them from byte code and the check by reflection; both
 * must get the same name.
 */
final class InstanceNames {
  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})(?:\\.\\.(-?\\d{1,9}))?");

  private InstanceNames() {}

  /** The most values that one range may have; more are a mistake. */
  private static final int MOST_VALUES = 1000;

  /**
   * The values of all parameters, once for each instance that one annotation declares.
   *
   * @param with one value for each parameter; used if {@code each} is empty
   * @param each several values for each parameter, as {@code "2..4"} or {@code "1,3"}
   * @throws IllegalArgumentException if a range cannot be read
   */
  static List<int[]> parameters(int[] with, List<String> each) {
    if (each.isEmpty()) {
      return List.of(with);
    }
    List<int[]> all = List.of(new int[0]);
    for (String range : each) {
      List<int[]> longer = new ArrayList<>();
      for (int[] start : all) {
        for (int value : values(range)) {
          int[] one = Arrays.copyOf(start, start.length + 1);
          one[start.length] = value;
          longer.add(one);
        }
      }
      all = longer;
      if (all.size() > MOST_VALUES) {
        throw new IllegalArgumentException(
            "they make more than " + MOST_VALUES + " instances; give fewer values");
      }
    }
    return all;
  }

  private static List<Integer> values(String range) {
    Set<Integer> values = new LinkedHashSet<>();
    for (String part : range.split(",", -1)) {
      Matcher matcher = RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "\"" + range + "\" is neither a range such as \"2..4\" nor a list such as \"1,3\"");
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (first > last || (long) last - first >= MOST_VALUES) {
        throw new IllegalArgumentException(
            "\"" + range + "\" has no values or more than " + MOST_VALUES);
      }
      for (int value = first; value <= last; value++) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  /**
   * The declared name or, if that is empty, the method's with its arguments: {@code paxos(2,3)}.
   */
  static String of(String declared, String method, int[] with) {
    if (!declared.isEmpty()) {
      return declared;
    }
    return with.length == 0
        ? method
        : Arrays.stream(with)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(",", method + "(", ")"));
  }
}
