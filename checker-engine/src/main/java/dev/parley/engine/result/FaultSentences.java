package dev.parley.engine.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which faults break an instance and which do not, in the words that every output uses. */
public final class FaultSentences {
  private FaultSentences() {}

  /** A sentence for each smallest breaking set, and one for what holds; none without faults. */
  public static List<String> of(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    for (BreakingFaults breaking : result.breakingFaults()) {
      sentences.add(
          (sentences.isEmpty() ? "Smallest breaking faults: " : "Another smallest set: ")
              + (breaking.faults().isEmpty() ? "none are needed" : breaking.text())
              + consequence(result, breaking)
              + ".");
    }
    if (!result.harmlessFaults().isEmpty()) {
      sentences.add("Holds with " + holds(result.harmlessFaults()) + ".");
    }
    return sentences;
  }

  /** What breaks, unless it is the property that the finding names anyway. */
  private static String consequence(InstanceResult result, BreakingFaults breaking) {
    boolean named =
        result.violation().map(Violation::property).filter(breaking.property()::equals).isPresent();
    if (named) {
      return "";
    }
    return breaking.property().equals(Violation.EXCEPTION)
        ? ", by which a step throws an exception"
        : ", by which " + breaking.property() + " does not hold";
  }

  private static String holds(List<FaultSet> sets) {
    return sets.stream().map(FaultSet::text).collect(Collectors.joining("; and with "));
  }
}
