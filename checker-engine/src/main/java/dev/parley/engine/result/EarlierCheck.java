package dev.parley.engine.result;

import java.util.Optional;

/**
 * The check that a result is kept from.
 *
 * @param at when it was searched, in ISO 8601
 * @param commit the commit that was checked out then, if that is known
 * @param current whether it is certain that neither code nor options have changed since; if not,
 *     the result was kept because another part of the report was made anew
 */
public record EarlierCheck(String at, Optional<String> commit, boolean current) {
  private static final int SHORT = 7;

  /** As {@code unchanged since 1a2b3c4, 2026-01-02T03:04:05Z}. */
  public String text() {
    return (current ? "unchanged since " : "not checked again since ")
        + commit.map(c -> (c.length() > SHORT ? c.substring(0, SHORT) : c) + ", ").orElse("")
        + at;
  }
}
