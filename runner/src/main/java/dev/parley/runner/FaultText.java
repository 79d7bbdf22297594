package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.FaultSentences;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What texts say about the network an instance lives on, and about its faults. */
final class FaultText {
  private FaultText() {}

  /** The network and the budgets, as an addition to a text; empty if all is as usual. */
  static String inBrackets(InstanceResult result) {
    String text = result.surroundings().text();
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  /**
   * The same after a comma; a verified instance says what it holds with, and one that is meant to
   * break what it breaks with, since nothing else is told of it.
   */
  static String after(InstanceResult result) {
    Surroundings surroundings = result.surroundings();
    if (result.verdict() == Verdict.VERIFIED && surroundings.hasFaults()) {
      return ", holds with " + surroundings.most() + withoutFaults(surroundings);
    }
    if (result.asExpected() && !result.breakingFaults().isEmpty()) {
      return ", breaks " + breaking(result) + withoutFaults(surroundings);
    }
    return surroundings.text().isEmpty() ? "" : ", " + surroundings.text();
  }

  private static String breaking(InstanceResult result) {
    return result.breakingFaults().stream()
        .map(set -> set.faults().isEmpty() ? "or without faults" : "or with " + set.text())
        .collect(Collectors.joining(", "))
        .substring("or ".length());
  }

  private static String withoutFaults(Surroundings all) {
    String text =
        new Surroundings(
                all.network(),
                all.networkReplaced(),
                List.of(),
                all.inboxesLost(),
                all.initialStates())
            .text();
    return text.isEmpty() ? "" : ", " + text;
  }

  /** The surroundings, and which faults break a property and which do not: a sentence each. */
  static List<String> sentences(InstanceResult result) {
    List<String> sentences = new ArrayList<>();
    String surroundings = result.surroundings().text();
    if (!surroundings.isEmpty()) {
      sentences.add("Surroundings: " + surroundings + ".");
    }
    sentences.addAll(FaultSentences.of(result));
    return sentences;
  }
}
