package dev.parley.engine.result;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;

/**
 * What one search mode did to an instance, over all rounds of a comparison.
 *
 * @param mode the mode's name
 * @param search what ran, in the words the report shows
 * @param verdict what it found
 * @param exhausted which budget ended it, if one did: then its figures are lower bounds
 * @param figures how much was explored, the same in every round; the time is the median
 * @param medianMillis the median of the times; of an even number, the lower one in the middle
 * @param millis the time of each round, in the order they were run
 * @param reductions what it saves over those of its baselines that came to an end
 */
public record ModeResult(
    String mode,
    String search,
    Verdict verdict,
    Optional<Budget.Kind> exhausted,
    Figures figures,
    long medianMillis,
    List<Long> millis,
    List<Reduction> reductions) {
  /** Keeps its own copies. */
  public ModeResult {
    millis = List.copyOf(millis);
    reductions = List.copyOf(reductions);
  }

  /** Whether the search is complete, so that its figures can be compared. */
  public boolean decided() {
    return verdict == Verdict.VERIFIED || verdict == Verdict.VIOLATED;
  }

  /** What it saves over this mode, if that is known. */
  public Optional<Reduction> over(String baseline) {
    return reductions.stream().filter(r -> r.over().equals(baseline)).findFirst();
  }

  /** The same, measured against other modes. */
  public ModeResult withReductions(List<Reduction> others) {
    return new ModeResult(mode, search, verdict, exhausted, figures, medianMillis, millis, others);
  }
}
