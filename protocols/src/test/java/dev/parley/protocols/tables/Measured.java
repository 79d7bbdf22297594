package dev.parley.protocols.tables;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param asked what was asked of programs, if there are any
 */
record Measured(
    Verdict verdict,
    Optional<Budget.Kind> exhausted,
    boolean asDeclared,
    long states,
    long millis,
    long wholeMillis,
    Optional<Asked> asked) {

  /**
   * What was asked of programs, to learn and to see everything a second time.
   *
   * @param starts how many processes were started
   * @param requests how many requests were sent
   * @param ioOnly how many checkpoints are due, one after each exchange
   * @param ndOnly how many are due after decisions
   * @param taken how many were taken
   */
  record Asked(long starts, long requests, long ioOnly, long ndOnly, long taken) {
    String checkpoints() {
      return taken + " of " + ioOnly + " / " + ndOnly;
    }
  }

  /** Whether nothing here contradicts what is declared of the instance. */
  boolean credible() {
    return asDeclared && verdict != Verdict.ERROR;
  }

  private boolean bound() {
    return verdict == Verdict.BUDGET_EXHAUSTED && !answered();
  }

  /** Whether it came to its end, except for what programs might answer another time. */
  private boolean answered() {
    return exhausted.filter(kind -> kind == Budget.Kind.PEERS).isPresent();
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
              answered()
                  ? "explored as answered"
                  : "given up: "
                      + exhausted.map(kind -> kind.name().toLowerCase()).orElse("budget");
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
        String.valueOf(wholeMillis),
        asked
            .map(a -> a.starts + "," + a.requests + "," + a.ioOnly + "," + a.ndOnly + "," + a.taken)
            .orElse("-"));
  }

  static Measured parse(String line) {
    String[] parts = line.split(" ");
    return new Measured(
        Verdict.valueOf(parts[0]),
        parts[1].equals("-") ? Optional.empty() : Optional.of(Budget.Kind.valueOf(parts[1])),
        Boolean.parseBoolean(parts[2]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]),
        Long.parseLong(parts[5]),
        parts.length < 7 || parts[6].equals("-")
            ? Optional.empty()
            : Optional.of(asked(parts[6].split(","))));
  }

  private static Asked asked(String[] parts) {
    long[] counts = Stream.of(parts).mapToLong(Long::parseLong).toArray();
    return new Asked(counts[0], counts[1], counts[2], counts[3], counts[4]);
  }
}
