package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.FaultSentences;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** What texts say about the network an instance lives on, and about its faults. */
final class FaultText {
  private FaultText() {}

  /** The network and the budgets, as an addition to a text; empty if all is as usual. */
  static String inBrackets(InstanceResult result) {
    String text = result.surroundings().text();
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  /** The same after a comma; a verified instance says what it holds with. */
  static String after(InstanceResult result) {
    Surroundings surroundings = result.surroundings();
    boolean holds = result.verdict() == Verdict.VERIFIED && surroundings.hasFaults();
    String text =
        holds
            ? ", holds with " + surroundings.most() + withoutFaults(surroundings)
            : surroundings.text().isEmpty() ? "" : ", " + surroundings.text();
    return text;
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
