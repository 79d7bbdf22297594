package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.OneLine;
import dev.parley.engine.result.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Decides whether the build may go on. A finding about the protocol fails the build; a mistake that
 * prevents any finding stops it as an error, even if there are findings too.
 *
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failOnAssumedDecomposition whether it fails the build that a verdict rests on auxiliary
 *     content that is assumed to make no difference, and neither proven nor audited
 * @param report where to read more
 */
record Gate(boolean failOnBudget, boolean failOnAssumedDecomposition, Path report) {

  Optional<Objection> judge(List<InstanceResult> results, Consumer<String> warnings) {
    List<String> problems = new ArrayList<>();
    boolean broken = false;
    for (InstanceResult result : results) {
      Optional<String> problem = problem(result, warnings);
      problem.ifPresent(problems::add);
      broken |= problem.isPresent() && isBroken(result);
    }
    if (problems.isEmpty()) {
      return Optional.empty();
    }
    String message =
        problems.size()
            + " of "
            + results.size()
            + (results.size() == 1 ? " instance is" : " instances are")
            + " not as declared: "
            + String.join("; ", problems)
            + ". Report: "
            + report;
    return Optional.of(broken ? Objection.broken(message) : Objection.failed(message));
  }

  /** What keeps this result from passing. */
  Optional<String> problem(InstanceResult result, Consumer<String> warnings) {
    if (failOnAssumedDecomposition && restsOnAssumption(result)) {
      return Optional.of(describeAssumption(result));
    }
    if (result.asExpected()) {
      return Optional.empty();
    }
    if (tolerates(result, failOnBudget)) {
      warnings.accept(describe(result));
      return Optional.empty();
    }
    return Optional.of(describe(result));
  }

  /** Whether a result passes although it is not the declared one; then it is a warning. */
  static boolean tolerates(InstanceResult result, boolean failOnBudget) {
    return result.isUncontradicted()
        || result.verdict() == Verdict.BUDGET_EXHAUSTED && !failOnBudget;
  }

  /** Whether a problem with this result is a mistake rather than a finding. */
  static boolean isBroken(InstanceResult result) {
    return result.verdict() == Verdict.ERROR && !result.asExpected();
  }

  /** A counterexample was run on full states, so it rests on nothing. */
  private static boolean restsOnAssumption(InstanceResult result) {
    boolean shown = result.violation().flatMap(Violation::trace).isPresent();
    return result.asExpected() && !shown && result.decomposition().isAssumed();
  }

  private static String describeAssumption(InstanceResult result) {
    return name(result)
        + ": that auxiliary content makes no difference is assumed, not proven (search with"
        + " -Dparley.mode=stateful, make the content smaller, or set"
        + " -Dparley.failOnAssumedDecomposition=false)";
  }

  static String name(InstanceResult result) {
    return OneLine.of(result.description().protocol() + " / " + result.description().instance());
  }

  /** Which instance, which property, what happened: one sentence without its full stop. */
  static String describe(InstanceResult result) {
    String property = result.violation().map(Violation::property).orElse("a property");
    return name(result)
        + ": "
        + switch (result.verdict()) {
          case VIOLATED ->
              (property.equals(Violation.EXCEPTION)
                      ? "a step threw an exception"
                      : property + " does not hold")
                  + (result.description().expected() == Verdict.VERIFIED
                      ? ""
                      : ", but " + declared(result));
          case VERIFIED -> declared(result) + ", but it was verified";
          case BUDGET_EXHAUSTED -> result.walkedInVain() ? walks(result) : budget(result);
          case ERROR -> "error in " + result.error().map(Gate::firstLine).orElse("the engine");
        };
  }

  private static String declared(InstanceResult result) {
    return "it is declared to be "
        + words(result.description().expected().name())
        + result.description().expectedProperty().map(p -> " (" + p + ")").orElse("");
  }

  private static String walks(InstanceResult result) {
    return WalkText.of(result.profile().walks().orElseThrow())
        + " found nothing"
        + (result.description().expected() == Verdict.VERIFIED
            ? "; nothing is proven"
            : ", but " + declared(result));
  }

  private static String budget(InstanceResult result) {
    Figures figures = result.figures();
    return "the "
        + result.exhausted().map(kind -> words(kind.name()) + " ").orElse("")
        + "budget was exhausted after "
        + Quantity.count(figures.states())
        + " states, depth "
        + Quantity.count(figures.depth())
        + " and "
        + Quantity.time(figures.millis())
        + "; nothing is proven ("
        + (result.grows() ? growth(result) : remedies(result))
        + ")";
  }

  private static String growth(InstanceResult result) {
    return result.warnings().stream()
        .filter(warning -> warning.contains(InstanceResult.STILL_GROWING))
        .findFirst()
        .orElseThrow();
  }

  /** What costs nothing comes first. */
  private static String remedies(InstanceResult result) {
    boolean whole = result.reductions().isEmpty() && !result.search().contains("POR");
    return (whole ? "search with -Dparley.mode=reduced, " : "")
        + result.exhausted().map(kind -> remedy(kind, result.budget()) + ", or ").orElse("")
        + "make the instance smaller";
  }

  private static String remedy(Budget.Kind kind, Budget budget) {
    if (kind == Budget.Kind.DISK) {
      return "raise -Dparley.spill, or name a directory with more room in -Dparley.spillDirectory";
    }
    boolean heap = kind == Budget.Kind.MEMORY && budget.memoryBytes().isEmpty();
    return heap
        ? "raise the engine's heap with -Dparley.heap"
        : "raise it with @Budget or -Dparley.budget." + words(kind.name());
  }

  private static String firstLine(Mistake mistake) {
    String message = mistake.message().lines().findFirst().orElse("");
    return mistake.place()
        + ": "
        + (message.endsWith(".") ? message.substring(0, message.length() - 1) : message);
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String nothingFound(String module, Selection selection, List<Target> found) {
    if (found.isEmpty()) {
      return "There is nothing to check: "
          + module
          + " has no class annotated @Protocol among its classes and test classes.";
    }
    return "There is nothing to check: "
        + module
        + " has "
        + found.size()
        + (found.size() == 1 ? " instance" : " instances")
        + ", but none is selected by "
        + selection.describe()
        + ". Known: "
        + String.join(", ", found.stream().map(Target::toString).limit(20).toList())
        + (found.size() > 20 ? ", ..." : "")
        + ".";
  }

  /** What to do if there being nothing to check fails the build. */
  static String remedy(List<Target> found) {
    return found.isEmpty()
        ? " Annotate one, or set <failIfNothingFound>false</failIfNothingFound> for modules that"
            + " have none."
        : " Change the selection, or set -Dparley.failIfNothingFound=false.";
  }
}
