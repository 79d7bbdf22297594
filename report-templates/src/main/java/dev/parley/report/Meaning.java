package dev.parley.report;

import dev.parley.engine.options.Budget;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a verdict means for this instance, in sentences. Only exhaustion may be called verified, and
 * even that claims no more than it covers; this class is where the report keeps to it.
 */
final class Meaning {
  private static final String NO_PATH =
      "It is a goal that no reachable state satisfies, so there is no path to show.";

  private Meaning() {}

  static List<String> of(InstanceResult result) {
    return switch (result.verdict()) {
      case VERIFIED -> verified(result);
      case VIOLATED -> violated(result);
      case BUDGET_EXHAUSTED -> exhausted(result);
      case ERROR -> error(result);
    };
  }

  /** What was searched for and how, in sentences: the modes and bounds a verdict rests on. */
  static List<String> explored(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    String search = result.search().toLowerCase(Locale.ROOT);
    if (search.startsWith("stateless")) {
      sentences.add("Paths were followed one by one; no state was remembered.");
    } else if (search.startsWith("stateful")) {
      sentences.add(
          "States were remembered in full, auxiliary content included, and none was expanded twice.");
    } else if (search.startsWith("dbss")) {
      sentences.add(
          "States were remembered without their auxiliary content, and none was expanded twice; that"
              + " this content makes no difference "
              + restsOn(result.decomposition())
              + ".");
    }
    if (reduced(result)) {
      sentences.add(
          "Not all of them were visited: what makes no difference to a property was left out. See"
              + " Reductions. A counterexample is shortened afterwards.");
    } else if (search.contains("breadth first") || search.contains("breadth-first")) {
      sentences.add("Nearest states came first, so a counterexample is as short as can be.");
    } else if (search.contains("depth first") || search.contains("depth-first")) {
      sentences.add("The newest states came first; a counterexample is shortened afterwards.");
    }
    sentences.add(
        result.exhausted().isPresent()
            ? "A bound ended the search: see Budget."
            : BudgetUse.gauges(result).isEmpty()
                ? "No bound was set."
                : "No bound was met: see Budget.");
    if (!result.fingerprint().isEmpty()) {
      sentences.add("Fingerprint of the checked code: " + result.fingerprint());
    }
    return sentences;
  }

  /** How it is known that auxiliary content makes no difference, to follow those words. */
  static String restsOn(Decomposition decomposition) {
    return decomposition
        .soundness()
        .map(
            soundness ->
                switch (soundness.basis()) {
                  case PROVEN -> "is proven from byte code";
                  case AUDITED ->
                      "was checked by running every step and property on all combinations of it";
                  case ASSUMED -> "is assumed, not proven";
                })
        .orElse("was checked on the way");
  }

  /** Whether states were left out that a property could look at. */
  private static boolean reduced(InstanceResult result) {
    return result.reductions().stream().anyMatch(AppliedReduction::applied);
  }

  private static List<String> verified(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    String states = Numerals.count(result.figures().states(), "state");
    sentences.add(
        (reduced(result)
                ? "As much of this instance was explored as stands for every reachable state ("
                    + states
                    + "), and "
                : "Every reachable state of this instance was explored (" + states + "), and ")
            + (result.properties().isEmpty()
                ? "no step threw an exception. No property is declared."
                : result.properties().stream().anyMatch(Meaning::notJudged)
                    ? "every property that was judged came out as demanded."
                    : "every declared property came out as demanded."));
    result.properties().stream()
        .filter(Meaning::notJudged)
        .forEach(
            p ->
                sentences.add(
                    "The property "
                        + p.name()
                        + " was never judged: no state was met that it is about. Nothing is known of"
                        + " it."));
    sentences.add(
        "This says nothing about instances of other sizes, nor about faults that this instance"
            + " does not model.");
    var coverage = result.coverage();
    if (!coverage.handlersNeverFired().isEmpty()
        || !coverage.messagesNeverSent().isEmpty()
        || !coverage.propertiesNeverExercised().isEmpty()) {
      sentences.add(
          "Some of the protocol was never exercised: see Coverage before relying on this result.");
    }
    return sentences;
  }

  private static boolean notJudged(PropertyResult property) {
    return property.outcome() == PropertyResult.Outcome.NOT_JUDGED;
  }

  private static List<String> violated(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    result
        .violation()
        .ifPresent(
            violation -> {
              sentences.add(
                  violation.property().equals(Violation.EXCEPTION)
                      ? "A step ended with an exception or a failed assertion."
                      : "The property " + violation.property() + " does not hold.");
              sentences.add(sentence(violation.message()));
              sentences.add(violation.trace().map(Meaning::path).orElse(NO_PATH));
            });
    return sentences;
  }

  /** A message as a sentence of its own: on the console it follows a colon. */
  private static String sentence(String message) {
    String raised = message.startsWith("it ") ? "It" + message.substring(2) : message;
    return raised.endsWith(".") ? raised : raised + ".";
  }

  private static String path(Trace trace) {
    if (trace.steps().isEmpty()) {
      return "It fails in the initial state, before any step.";
    }
    return "The counterexample below leads there in "
        + Numerals.count(trace.steps().size(), "step")
        + ". The figures count what was explored until it was found.";
  }

  private static List<String> exhausted(InstanceResult result) {
    Figures figures = result.figures();
    String bound =
        result
            .exhausted()
            .map(kind -> "The search met its bound on " + bound(kind, result.budget()))
            .orElse("The search ran out of its budget");
    return List.of(
        bound
            + " before all states were explored. It came as far as "
            + Numerals.count(figures.states(), "state")
            + " and depth "
            + Numerals.count(figures.depth())
            + " in "
            + Numerals.millis(figures.millis())
            + ".",
        "No violation was found in that part. The rest may hold one: this is not a verification.",
        result.grows()
            ? "A field kept growing until the end, see Warnings. If nothing bounds it, no budget is"
                + " large enough."
            : (result.reductions().isEmpty()
                    ? "Search with -Dparley.mode=reduced first, which leaves out what makes no"
                        + " difference. Else raise"
                    : "Raise")
                + " the bound in @Budget or the plugin's configuration, or check a smaller"
                + " instance.");
  }

  private static String bound(Budget.Kind kind, Budget budget) {
    String limit =
        switch (kind) {
          case STATES -> budget.states().map(Numerals::count).orElse("");
          case TIME -> budget.time().map(time -> Numerals.millis(time.toMillis())).orElse("");
          case MEMORY -> budget.memoryBytes().map(Numerals::bytes).orElse("");
          case DEPTH -> budget.depth().map(Numerals::count).orElse("");
        };
    return BudgetUse.name(kind) + (limit.isEmpty() ? "" : " (" + limit + ")");
  }

  private static List<String> error(InstanceResult result) {
    String place = result.error().map(mistake -> " at " + mistake.place()).orElse("");
    return List.of(
        "There is no verdict: the check was stopped by a mistake"
            + place
            + ". Nothing is proven about this instance.");
  }
}
