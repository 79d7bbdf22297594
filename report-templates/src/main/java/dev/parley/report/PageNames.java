package dev.parley.report;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Names of files within one folder. Two that are the same, or that a file system may take for the
 * same, must not overwrite each other.
 */
final class PageNames {
  private final Set<String> taken = new HashSet<>();
  private final String mark;

  /**
   * No name is taken yet.
   *
   * @param mark stands before the number that tells equal names apart
   */
  PageNames(String mark) {
    this.mark = mark;
  }

  /** This name if it is free, else one that is. */
  String free(String name) {
    String free = name;
    for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + mark + i;
    }
    return free;
  }
}
