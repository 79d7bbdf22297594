package dev.parley.engine.result;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;

/**
 * One instance searched in several modes.
 *
 * @param description the instance's name and what was declared about it
 * @param budget the budget each run had
 * @param rounds how often each mode was run
 * @param modes what each mode did, in the order they were asked for
 * @param error why the figures cannot be trusted, or could not be had
 * @param earlier when the modes it is measured against were searched, if that was in an earlier run
 */
public record ComparisonResult(
    Model.Description description,
    Budget budget,
    int rounds,
    List<ModeResult> modes,
    Optional<Mistake> error,
    Optional<EarlierCheck> earlier) {
  /** All modes were searched now. */
  public ComparisonResult(
      Model.Description description,
      Budget budget,
      int rounds,
      List<ModeResult> modes,
      Optional<Mistake> error) {
    this(description, budget, rounds, modes, error, Optional.empty());
  }

  /** The same with modes that were searched earlier. */
  public ComparisonResult with(Optional<EarlierCheck> check) {
    return new ComparisonResult(description, budget, rounds, modes, error, check);
  }

  /** Keeps its own copy. */
  public ComparisonResult {
    modes = List.copyOf(modes);
  }

  /** The verdict on which all modes agree that finished within their budget. */
  public Verdict verdict() {
    if (error.isPresent()) {
      return Verdict.ERROR;
    }
    return modes.stream()
        .filter(ModeResult::decided)
        .map(ModeResult::verdict)
        .findFirst()
        .orElse(Verdict.BUDGET_EXHAUSTED);
  }

  /** The modes that others are measured against, in the order they were asked for. */
  public List<String> baselines() {
    return modes.stream()
        .map(ModeResult::mode)
        .filter(mode -> modes.stream().anyMatch(other -> other.over(mode).isPresent()))
        .toList();
  }
}
