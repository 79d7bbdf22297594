package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * A reduction that was asked for, and what became of it.
 *
 * @param name as {@code partial-order reduction}
 * @param applied whether it was in force; if not, the summary says why
 * @param summary one sentence: what it rests on here, or why it does not apply
 * @param details further sentences, as where the analysis had to assume more than is so
 * @param symmetry what it saved and cost, if it is symmetry
 */
public record AppliedReduction(
    String name,
    boolean applied,
    String summary,
    List<String> details,
    Optional<SymmetryFigures> symmetry) {
  /** Keeps its own copy. */
  public AppliedReduction {
    details = List.copyOf(details);
  }

  /** One without figures of its own. */
  public AppliedReduction(String name, boolean applied, String summary, List<String> details) {
    this(name, applied, summary, details, Optional.empty());
  }
}
