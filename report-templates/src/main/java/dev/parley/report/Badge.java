package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import java.util.Locale;

/** Outcomes as a reader meets them: a word and a sign, with colour as a third and lesser hint. */
final class Badge {
  private Badge() {}

  /**
   * One outcome.
   *
   * @param label the word
   * @param sign a character that tells outcomes apart without colour
   * @param style the CSS class that colours it
   */
  public record View(String label, String sign, String style) {}

  static View of(Verdict verdict) {
    return switch (verdict) {
      case VERIFIED -> new View("Verified", "✓", "verified");
      case VIOLATED -> new View("Violated", "✗", "violated");
      case BUDGET_EXHAUSTED -> new View("Budget exhausted", "◔", "exhausted");
      case ERROR -> new View("Error", "!", "error");
    };
  }

  static View of(InstanceResult result) {
    return result.walkedInVain()
        ? new View("Nothing found", "◔", "exhausted")
        : of(result.verdict());
  }

  static View of(PropertyResult.Status outcome) {
    return switch (outcome) {
      case HOLDS -> new View("Holds", "✓", "verified");
      case VIOLATED -> new View("Violated", "✗", "violated");
      case UNDECIDED -> new View("Undecided", "?", "exhausted");
      case NOT_JUDGED -> new View("Not judged", "–", "exhausted");
    };
  }

  /** Whether the outcome is the declared one, and if not, what was declared. */
  static View expectation(InstanceResult result) {
    if (result.asExpected()) {
      return new View("As expected", "✓", "expected");
    }
    if (result.isUncontradicted()) {
      return new View("Nothing proven", "–", "expected");
    }
    String expected = of(result.description().expected()).label().toLowerCase(Locale.ROOT);
    String property =
        result.description().expectedProperty().map(name -> " (" + name + ")").orElse("");
    return new View("Expected " + expected + property, "✗", "unexpected");
  }
}
