package dev.parley.engine.reference;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Handler;
import dev.parley.engine.result.ActionKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the naive checker found.
 *
 * @param verdict as design section 7 has it
 * @param violations each violated property with the least number of steps that shows it; no number
 *     for a goal that no state reaches
 * @param states distinct states, the initial ones included
 * @param transitions transitions of all expanded states, those that throw included
 * @param terminalStates expanded states without transitions other than faults
 * @param singleStates expanded states with exactly one transition, which does not throw
 * @param relevantCounts the same counts, each relevant state counted once
 * @param maxDepth the greatest distance of a state from the nearest initial one
 * @param full the canonical content of every state
 * @param relevant the same without auxiliary content
 * @param usage what kinds of transitions there were
 * @param error the protocol's mistake, if the verdict is ERROR
 */
record NaiveResult(
    Verdict verdict,
    Map<String, OptionalInt> violations,
    long states,
    long transitions,
    long terminalStates,
    long singleStates,
    RelevantCounts relevantCounts,
    int maxDepth,
    Set<List<String>> full,
    Set<List<String>> relevant,
    Usage usage,
    Optional<String> error) {

  /**
   * How often the parts of the programming model were used.
   *
   * @param byKind steps of nodes by what their handlers consume
   * @param byAction transitions by what happens
   * @param choosing transitions with at least one choice
   * @param throwing transitions that threw
   */
  record Usage(
      Map<Handler.Kind, Long> byKind,
      Map<ActionKind, Long> byAction,
      long choosing,
      long throwing) {}

  /**
   * What a search on relevant states should count.
   *
   * @param transitions transitions of one full state for each relevant one
   * @param terminalStates relevant states without transitions other than faults
   * @param singleStates relevant states with exactly one transition, which does not throw
   */
  record RelevantCounts(long transitions, long terminalStates, long singleStates) {}

  /** The least number of steps to a violation that has a trace. */
  OptionalInt shortestViolation() {
    return violations.values().stream()
        .filter(OptionalInt::isPresent)
        .mapToInt(OptionalInt::getAsInt)
        .min();
  }

  /** All but the states, which would fill pages. */
  @Override
  public String toString() {
    return "%s, violations %s, %d states (%d relevant), %d transitions, %d terminal, depth %d, %s%s"
        .formatted(
            verdict,
            violations,
            states,
            relevant.size(),
            transitions,
            terminalStates,
            maxDepth,
            usage,
            error.map(e -> ", error: " + e).orElse(""));
  }
}
