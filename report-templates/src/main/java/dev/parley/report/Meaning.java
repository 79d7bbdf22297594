package dev.parley.report;

import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.FaultSentences;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Liveness;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Surroundings;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import dev.parley.engine.result.WalkFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a verdict means for this instance, in sentences. Only a complete search counts as verified,
 * and the report claims no more than the search covered.
 */
final class Meaning {
  private static final String NO_PATH =
      "It is a goal that no reachable state satisfies, so there is no path to show.";

  private static final String UNTIL_FOUND =
      "The figures count the states explored until the violation was found.";

  private Meaning() {}

  static List<String> of(InstanceResult result) {
    return switch (result.verdict()) {
      case VERIFIED -> verified(result);
      case VIOLATED -> violated(result);
      case BUDGET_EXHAUSTED -> exhausted(result);
      case ERROR -> error(result);
    };
  }

  /** How it was judged what happens in the end, and what was taken for granted of runs. */
  private static List<String> liveness(Liveness how) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "What happens in the end was judged on all states, "
            + Numerals.count(how.states(), "state")
            + ", without reductions.");
    if (!how.fairness().isEmpty()) {
      sentences.add(
          "Taken for granted of runs that go on for ever: " + String.join(" ", how.fairness()));
    }
    return sentences;
  }

  /** What was searched for and how, in sentences: the modes and bounds a verdict rests on. */
  static List<String> explored(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    result.basis().earlier().ifPresent(check -> sentences.add(earlier(check)));
    sentences.addAll(surroundings(result.surroundings()));
    Optional<WalkFigures> walks = result.profile().walks();
    if (walks.isPresent()) {
      sentences.addAll(walks(walks.get()));
      return sentences;
    }
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
    if (result.byRounds().isPresent()) {
      sentences.add(
          "Steps were taken "
              + result.byRounds().get()
              + ". Every combination of local states that can be reached in another order was"
              + " reached, but not every state: -Dparley.mode=dbss counts those.");
    } else if (reduced(result)) {
      sentences.add(
          "States that make no difference to any property were skipped: see Reductions. So the number"
              + " of states is smaller than that of reachable states, which -Dparley.mode=dbss"
              + " counts. A counterexample is shortened afterwards.");
    } else if (search.contains("breadth first") || search.contains("breadth-first")) {
      sentences.add(
          "The search was breadth first, so a counterexample has as few steps as possible.");
    } else if (search.contains("depth first") || search.contains("depth-first")) {
      sentences.add("The search was depth first; a counterexample is shortened afterwards.");
    }
    result.basis().liveness().ifPresent(how -> sentences.addAll(liveness(how)));
    sentences.add(
        result.exhausted().isPresent()
            ? "The search ran out of its budget: see Budget."
            : BudgetUse.gauges(result).isEmpty()
                ? "No bound was set."
                : "The search finished within its budget.");
    if (result.violation().flatMap(Violation::trace).isPresent()) {
      sentences.add(UNTIL_FOUND);
    }
    if (!result.fingerprint().isEmpty()) {
      sentences.add("Fingerprint of the checked code: " + result.fingerprint());
    }
    return sentences;
  }

  private static List<String> walks(WalkFigures walks) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        Numerals.count(walks.walks(), "random walk")
            + (walks.walks() == 1 ? " was" : " were")
            + " taken, of "
            + Numerals.count(walks.asked())
            + ": "
            + Numerals.count(walks.steps(), "transition")
            + " on full states, each state judged and nothing left out.");
    sentences.add(
        "With -Dparley.mode=simulate -Dparley.walkSeed="
            + walks.seed()
            + " the same walks are taken again.");
    walks
        .ended()
        .ifPresent(
            kind ->
                sentences.add("The limit on " + BudgetUse.name(kind) + " ended them: see Budget."));
    if (walks.foundIn().isPresent()) {
      sentences.add(
          "Walk "
              + Numerals.count(walks.foundIn().get())
              + " found something after "
              + Numerals.count(walks.foundAfter().orElse(0L), "step")
              + "; the counterexample is what is left without those in vain.");
    } else if (walks.countedWalks() < walks.walks()) {
      sentences.add(
          "Distinct states were counted in the first "
              + Numerals.count(walks.countedWalks(), "walk")
              + " only; then counting them took too much memory.");
    }
    return sentences;
  }

  private static String earlier(EarlierCheck check) {
    String since =
        check.at()
            + check.commit().map(commit -> " (commit " + Change.shortened(commit) + ")").orElse("");
    return check.current()
        ? "This result is unchanged since "
            + since
            + ". Neither the code that the protocol reaches nor the options have changed, so it was"
            + " not searched again."
        : "This result is of "
            + since
            + ". The last run was of other instances only; the code may have changed since.";
  }

  private static List<String> surroundings(Surroundings surroundings) {
    List<String> sentences = new ArrayList<>();
    if (!surroundings.network().equals("unordered") || surroundings.networkReplaced()) {
      sentences.add(
          "The network was "
              + surroundings.network()
              + (surroundings.networkReplaced() ? ", in place of the declared one." : "."));
    }
    if (surroundings.hasFaults()) {
      sentences.add(
          "There could be "
              + surroundings.most()
              + (surroundings.inboxesLost() ? "; a node that crashed lost its inbox." : "."));
    }
    if (surroundings.initialStates() > 1) {
      sentences.add("The search began in " + surroundings.initialStates() + " initial states.");
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
                ? "The search is complete. It explored "
                    + states
                    + " and skipped a state only if it explored an equivalent one, on which every"
                    + " property has the same value; "
                : "Every reachable state of this instance was explored (" + states + "), and ")
            + (result.properties().isEmpty()
                ? "no step threw an exception. No property is declared."
                : result.properties().stream().anyMatch(Meaning::notJudged)
                    ? "every property that was judged holds."
                    : "every declared property holds."));
    result.properties().stream()
        .filter(Meaning::notJudged)
        .forEach(
            p ->
                sentences.add(
                    "The property "
                        + p.name()
                        + " was never judged: "
                        + unmet(p)
                        + ". Nothing is known about it."));
    Surroundings surroundings = result.surroundings();
    if (surroundings.hasFaults()) {
      sentences.add(
          "This holds with "
              + surroundings.most()
              + ", in every combination and at every moment. It says nothing about more or other"
              + " faults, nor about instances of other sizes.");
    } else {
      sentences.add(
          "This says nothing about instances of other sizes, nor about faults that this instance"
              + " does not model.");
    }
    var coverage = result.coverage();
    if (!coverage.handlersNeverFired().isEmpty()
        || !coverage.messagesNeverSent().isEmpty()
        || !coverage.propertiesNeverExercised().isEmpty()) {
      sentences.add(
          "Some of the protocol was never exercised: see Coverage before relying on this result.");
    }
    return sentences;
  }

  private static String unmet(PropertyResult property) {
    return switch (property.kind()) {
      case INVARIANT -> "no recorded operation ever ended";
      case LEADS_TO -> "what it is to follow is true in no state";
      default -> "no state was reached in which it must hold";
    };
  }

  private static boolean notJudged(PropertyResult property) {
    return property.outcome() == PropertyResult.Status.NOT_JUDGED;
  }

  private static List<String> violated(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    result
        .violation()
        .ifPresent(
            violation -> {
              if (!violation.message().startsWith(failure(result, violation))) {
                sentences.add(sentence(violation.message()));
              }
              sentences.addAll(FaultSentences.of(result));
              if (violation.trace().isEmpty()) {
                sentences.add(NO_PATH);
              }
            });
    return sentences;
  }

  private static String failure(InstanceResult result, Violation violation) {
    return named(result, violation) + " fails" + where(violation);
  }

  /** A property with what it says, if that is known. */
  private static String named(InstanceResult result, Violation violation) {
    return result.properties().stream()
        .filter(property -> violation.property().equals(property.name()))
        .map(property -> Property.described(property.name(), property.description()))
        .findFirst()
        .orElse(violation.property());
  }

  static String where(Violation violation) {
    if (violation.kind().filter(Property.Kind::isLiveness).isPresent()) {
      return "";
    }
    return violation
        .trace()
        .map(Trace::steps)
        .map(
            steps ->
                steps.isEmpty()
                    ? " in the initial state"
                    : " after " + Numerals.count(steps.size(), "step"))
        .orElse("");
  }

  /** A message as a sentence of its own: on the console it follows a colon. */
  private static String sentence(String message) {
    String raised = message.startsWith("it ") ? "It" + message.substring(2) : message;
    return raised.endsWith(".") ? raised : raised + ".";
  }

  private static List<String> exhausted(InstanceResult result) {
    Figures figures = result.figures();
    if (result.exhausted().filter(Budget.Kind.PEERS::equals).isPresent()) {
      return List.of(
          "All states were explored that follow from what is known of external programs: "
              + Numerals.count(figures.states(), "state")
              + ". Not all is known of them, see Warnings.",
          "No violation was found so far. What the programs do besides may lead to one, so nothing"
              + " is verified.",
          "Raise maxHistory of the program if its histories were cut off. A program that may answer"
              + " differently each time is never known completely: declare that the verdict is"
              + " expected.");
    }
    Optional<WalkFigures> walks = result.profile().walks().filter(w -> result.walkedInVain());
    if (walks.isPresent()) {
      return List.of(
          Numerals.count(walks.get().walks(), "random walk")
              + " found nothing. Together they took "
              + Numerals.count(walks.get().steps(), "transition")
              + " in "
              + Numerals.millis(figures.millis())
              + ".",
          "That proves nothing: the states they did not come to may contain a violation.",
          "To verify, search an instance that is small enough with -Dparley.mode=reduced. To look"
              + " further, take more walks with -Dparley.walks, or longer ones with"
              + " -Dparley.walkLength.");
    }
    String bound =
        result
            .exhausted()
            .map(kind -> "The search reached its limit on " + bound(kind, result.budget()))
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
        "No violation was found so far. The rest of the states may contain one, so nothing is"
            + " verified.",
        result.grows()
            ? "A field kept growing until the end, see Warnings. If nothing bounds it, no budget is"
                + " large enough."
            : (result.reductions().isEmpty() && !result.search().contains("POR")
                    ? "Search with -Dparley.mode=reduced first, which skips equivalent states. Else"
                        + " raise"
                    : "Raise")
                + " the limit in @Budget or the plugin's configuration, or check a smaller"
                + " instance.");
  }

  private static String bound(Budget.Kind kind, Budget budget) {
    String limit =
        switch (kind) {
          case STATES -> budget.states().map(Numerals::count).orElse("");
          case TIME -> budget.time().map(time -> Numerals.millis(time.toMillis())).orElse("");
          case MEMORY -> budget.memoryBytes().map(Numerals::bytes).orElse("");
          case DEPTH -> budget.depth().map(Numerals::count).orElse("");
          case DISK, PEERS, WALKS -> "";
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
