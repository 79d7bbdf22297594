package dev.parley.protocols.tables;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import java.util.Optional;

/**
 * What a search of ours came to.
 *
 * @param verdict its verdict
 * @param exhausted which budget ended it, if one did
 * @param asDeclared whether that is what the instance declares; an exhausted budget is no answer
 *     and contradicts nothing
 * @param states how many states it visited
 * @param millis how long it searched, with what is found out beforehand for its sake
 * @param wholeMillis how long it took with all that comes before: loading, reading byte code
 */
record Measured(
    Verdict verdict,
    Optional<Budget.Kind> exhausted,
    boolean asDeclared,
    long states,
    long millis,
    long wholeMillis) {

  /** Whether nothing here contradicts what is declared of the instance. */
  boolean credible() {
    return asDeclared && verdict != Verdict.ERROR;
  }

  private boolean bound() {
    return verdict == Verdict.BUDGET_EXHAUSTED;
  }

  Amount stateCount() {
    return amount(states);
  }

  Amount time() {
    return amount(millis);
  }

  Amount wholeTime() {
    return amount(wholeMillis);
  }

  private Amount amount(long value) {
    return bound() ? Amount.moreThan(value) : Amount.exactly(value);
  }

  String outcome() {
    String text =
        switch (verdict) {
          case VERIFIED -> "verified";
          case VIOLATED -> "violated";
          case BUDGET_EXHAUSTED ->
              "given up: " + exhausted.map(kind -> kind.name().toLowerCase()).orElse("budget");
          case ERROR -> "error";
        };
    return asDeclared || verdict == Verdict.ERROR ? text : text + ", unexpectedly";
  }

  /** One line, from which {@link #parse} makes the same again. */
  String line() {
    return String.join(
        " ",
        verdict.name(),
        exhausted.map(Enum::name).orElse("-"),
        String.valueOf(asDeclared),
        String.valueOf(states),
        String.valueOf(millis),
        String.valueOf(wholeMillis));
  }

  static Measured parse(String line) {
    String[] parts = line.split(" ");
    return new Measured(
        Verdict.valueOf(parts[0]),
        parts[1].equals("-") ? Optional.empty() : Optional.of(Budget.Kind.valueOf(parts[1])),
        Boolean.parseBoolean(parts[2]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]),
        Long.parseLong(parts[5]));
  }
}
