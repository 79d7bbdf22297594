package dev.parley.engine.options;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Code that the build's configuration vouches for, as {@code @AssumePure} does in the source.
 *
 * <p>A pattern names classes or methods by their full names, {@code com.acme.Metrics} or {@code
 * com.acme.Metrics.count}. {@code *} stands for any characters but dots, {@code **} for any
 * characters.
 *
 * @param patterns the patterns, as they were written
 */
public record PurePatterns(List<String> patterns) {
  /** Nothing is vouched for. */
  public static final PurePatterns NONE = new PurePatterns(List.of());

  private static final Pattern VALID = Pattern.compile("[\\p{javaJavaIdentifierPart}.*<>]+");

  /**
   * Checks that each can match something.
   *
   * @throws IllegalArgumentException naming the one that cannot
   */
  public PurePatterns {
    patterns = patterns.stream().map(String::strip).toList();
    for (String pattern : patterns) {
      if (!VALID.matcher(pattern).matches()) {
        throw new IllegalArgumentException(
            "assumePure: '"
                + pattern
                + "' names no class or method; write com.acme.Metrics, com.acme.Metrics.count or"
                + " com.acme.metrics.**");
      }
      if (pattern.matches("[.*]+")) {
        throw new IllegalArgumentException(
            "assumePure: '"
                + pattern
                + "' would vouch for all code, and the purity of steps would not be checked at"
                + " all; name the package that is pure");
      }
    }
  }

  /** The pattern that vouches for something with this name, if one does. */
  public Optional<String> vouching(String name) {
    return patterns.stream().filter(pattern -> matches(pattern, name)).findFirst();
  }

  private static boolean matches(String pattern, String name) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '*') {
        regex.append(Pattern.quote(String.valueOf(c)));
      } else if (i + 1 < pattern.length() && pattern.charAt(i + 1) == '*') {
        regex.append(".*");
        i++;
      } else {
        regex.append("[^.]*");
      }
    }
    return name.matches(regex.toString());
  }
}
