package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tells two searches apart whose figures cannot be compared: everything they are configured
 * with, except budgets. A search that came to its end counts the same within any budget.
 */
final class SearchIdentity {
  private static final String BUDGET = "budget";

  /** Left out if nothing is written, as in records from before anything could be. */
  private static final Set<String> ADDED_LATER = Set.of("network", "walks");

  private static final int DIGITS = 12;

  private SearchIdentity() {}

  /** The options by name, as text. */
  static SortedMap<String, String> of(JsonNode options) {
    SortedMap<String, String> identity = new TreeMap<>();
    add(identity, "", options);
    return identity;
  }

  private static void add(SortedMap<String, String> identity, String path, JsonNode options) {
    for (Map.Entry<String, JsonNode> option : options.properties()) {
      String name = option.getKey();
      if (option.getValue().isObject()) {
        if (!name.equals(BUDGET)) {
          add(identity, path + name + ".", option.getValue());
        }
      } else if (option.getValue().isArray()) {
        // As above: nothing assumed is as before anything could be.
        if (!option.getValue().isEmpty()) {
          identity.put(path + name, option.getValue().toString());
        }
      } else if (!ADDED_LATER.contains(name) || !option.getValue().isNull()) {
        // The name alone, as people write it, unless two concerns have the same one.
        String key = identity.containsKey(name) ? path + name : name;
        identity.put(key, option.getValue().isNull() ? "none" : option.getValue().asText());
      }
    }
  }

  /** Several searches' options in a few digits. */
  static String hash(List<JsonNode> options) {
    String text = options.stream().map(SearchIdentity::of).toList().toString();
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
