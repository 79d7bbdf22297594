package dev.parley.engine.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Guesses which of the known names was meant by an unknown one. */
public final class NearNames {
  private NearNames() {}

  /** A sentence that offers the nearest names, or else all of them. */
  static String suggest(String unknown, Collection<String> known) {
    if (known.isEmpty()) {
      return "There is none to choose from.";
    }
    List<String> sorted = known.stream().distinct().sorted().toList();
    List<String> near = sorted.stream().filter(name -> isNear(unknown, name)).toList();
    return near.isEmpty()
        ? "There are: " + String.join(", ", sorted) + "."
        : "Did you mean " + String.join(" or ", near) + "?";
  }

  /** The nearest name, the first of several in alphabetical order. */
  public static Optional<String> nearest(String unknown, Collection<String> known) {
    return known.stream().sorted().min(Comparator.comparingInt(name -> distance(unknown, name)));
  }

  private static boolean isNear(String unknown, String name) {
    return distance(unknown.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))
        <= unknown.length() / 3 + 1;
  }

  /** How many letters to insert, delete or replace (Levenshtein). */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
