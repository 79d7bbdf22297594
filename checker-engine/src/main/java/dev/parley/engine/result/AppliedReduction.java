package dev.parley.engine.result;

import java.util.List;

/**
 * A reduction that was asked for, and what became of it.
 *
 * @param name as {@code partial-order reduction}
 * @param applied whether it was in force; if not, the summary says why
 * @param summary one sentence: what it rests on here, or why it does not apply
 * @param details further sentences, as where the analysis had to assume more than is so
 */
public record AppliedReduction(String name, boolean applied, String summary, List<String> details) {
  /** Keeps its own copy. */
  public AppliedReduction {
    details = List.copyOf(details);
  }
}
