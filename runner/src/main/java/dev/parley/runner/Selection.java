package dev.parley.runner;

import dev.parley.engine.fork.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Which of the found instances to check. An empty list of protocols, instances or tags selects all;
 * an excluded tag wins over everything.
 *
 * @param protocols patterns for the protocol's name or class
 * @param instances patterns for the instance's name
 * @param tags tags of which an instance must have one
 * @param excludedTags tags of which an instance must have none
 */
public record Selection(
    List<String> protocols, List<String> instances, List<String> tags, List<String> excludedTags) {

  public Selection {
    protocols = List.copyOf(protocols);
    instances = List.copyOf(instances);
    tags = List.copyOf(tags);
    excludedTags = List.copyOf(excludedTags);
  }

  /** Reads comma lists; a parameter left out is null. */
  public static Selection of(String protocols, String instances, String tags, String excludedTags) {
    return new Selection(
        commaList(protocols), commaList(instances), commaList(tags), commaList(excludedTags));
  }

  /**
   * Commas within parentheses do not separate: {@code paxos(2,3)} is one instance's name. After a
   * parenthesis that is never closed, as in the pattern {@code paxos(*}, none separates.
   */
  private static List<String> commaList(String text) {
    List<String> items = new ArrayList<>();
    int depth = 0;
    StringBuilder item = new StringBuilder();
    for (char c : (text == null ? "" : text).toCharArray()) {
      if (c == ',' && depth == 0) {
        items.add(item.toString().strip());
        item.setLength(0);
        continue;
      }
      depth = Math.max(0, depth + (c == '(' ? 1 : c == ')' ? -1 : 0));
      item.append(c);
    }
    items.add(item.toString().strip());
    items.removeIf(String::isEmpty);
    return items;
  }

  List<Target> of(List<Target> found) {
    return found.stream().filter(this::selects).toList();
  }

  public boolean selectsAll() {
    return protocols.isEmpty() && instances.isEmpty() && tags.isEmpty() && excludedTags.isEmpty();
  }

  /** Whether it selects an instance. */
  public boolean selects(DeclaredInstance instance) {
    return selects(instance.target());
  }

  private boolean selects(Target target) {
    String simpleName =
        target.protocolClass().substring(target.protocolClass().lastIndexOf('.') + 1);
    return any(protocols, matching(target.protocol(), target.protocolClass(), simpleName))
        && any(instances, matching(target.instance()))
        && any(tags, target.tags()::contains)
        && excludedTags.stream().noneMatch(target.tags()::contains);
  }

  private static boolean any(List<String> wanted, Predicate<String> test) {
    return wanted.isEmpty() || wanted.stream().anyMatch(test);
  }

  private static Predicate<String> matching(String... names) {
    return pattern -> {
      Pattern regex = Pattern.compile(regex(pattern));
      return List.of(names).stream().anyMatch(name -> regex.matcher(name).matches());
    };
  }

  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (char c : pattern.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(c));
          });
    }
    return regex.toString();
  }

  /** For messages: what was asked for. */
  public String describe() {
    List<String> parts = new ArrayList<>();
    describe(parts, "protocols", protocols);
    describe(parts, "instances", instances);
    describe(parts, "tags", tags);
    describe(parts, "excluded tags", excludedTags);
    return String.join("; ", parts);
  }

  private static void describe(List<String> parts, String what, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(what + " " + String.join(", ", values));
    }
  }
}
