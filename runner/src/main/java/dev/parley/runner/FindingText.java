package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the console says about a violation or an error that nobody declared. */
public final class FindingText {
  /** Longer counterexamples are shown with their end; the report and the trace file have all. */
  private static final int MOST_STEPS = 40;

  /** A step's first line: its number, node and handler, and where that is. */
  private static final Pattern STEP = Pattern.compile("( {4}\\d+\\. )(.*?)( \\([^()]*\\))?");

  private FindingText() {}

  /**
   * What to say.
   *
   * @param result what was found
   * @param replay the command that replays it, if it has a trace
   * @return the lines, none if the result is as declared
   */
  public static List<String> lines(InstanceResult result, Optional<String> replay) {
    if (result.asExpected()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    if (result.verdict() == Verdict.VIOLATED) {
      result.violation().ifPresent(v -> add(lines, result, v));
    } else if (result.verdict() == Verdict.ERROR) {
      result.error().ifPresent(e -> add(lines, result, e));
    }
    if (!lines.isEmpty()) {
      replay.ifPresent(command -> lines.add("  Replay: " + command));
    }
    return lines;
  }

  /** The same for a console with colours: what is wrong, and each step's node and handler. */
  static List<Line> styled(InstanceResult result, Optional<String> replay) {
    List<String> lines = lines(result, replay);
    List<Line> styled = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      styled.add(i == 0 ? Line.of(Style.BAD, lines.get(i)) : styled(lines.get(i)));
    }
    return styled;
  }

  private static Line styled(String line) {
    Matcher step = STEP.matcher(line);
    return step.matches()
        ? Line.of(step.group(1))
            .and(Style.STRONG, step.group(2))
            .and(Objects.requireNonNullElse(step.group(3), ""))
        : Line.of(line);
  }

  private static void add(List<String> lines, InstanceResult result, Violation violation) {
    lines.add(Gate.describe(result));
    violation.message().lines().forEach(l -> lines.add("  " + l));
    int steps = violation.trace().map(t -> t.steps().size()).orElse(0);
    violation
        .timeline()
        .ifPresent(t -> TimelineText.lines(t, steps).forEach(l -> lines.add("  " + l)));
    FaultText.sentences(result).forEach(l -> lines.add("  " + l));
    violation.trace().ifPresent(t -> add(lines, "Counterexample", t));
  }

  private static void add(List<String> lines, InstanceResult result, Mistake mistake) {
    lines.add(Gate.name(result) + ": error in " + mistake.place());
    mistake.message().lines().forEach(l -> lines.add("  " + l));
    mistake.details().lines().forEach(l -> lines.add("    " + l));
    mistake.trace().ifPresent(t -> add(lines, "Steps that led there", t));
  }

  private static void add(List<String> lines, String title, Trace trace) {
    if (trace.steps().isEmpty()) {
      lines.add("  " + title + ": none, it shows in the initial state:");
      StepText.initial(trace).forEach(l -> lines.add("  " + l));
      return;
    }
    int hidden = Math.max(0, trace.steps().size() - MOST_STEPS);
    lines.add(
        "  "
            + title
            + ", "
            + (trace.steps().size() == 1 ? "1 step" : trace.steps().size() + " steps")
            + (hidden > 0 ? ", the last " + MOST_STEPS + " of them" : "")
            + ":");
    if (hidden == 0) {
      StepText.initial(trace).forEach(l -> lines.add("  " + l));
    }
    lines.addAll(StepText.lines(trace.steps().subList(hidden, trace.steps().size())));
    trace
        .loop()
        .ifPresent(
            first ->
                lines.add(
                    "    "
                        + (first == trace.steps().size()
                            ? "Step " + first + " repeats"
                            : "Steps " + first + " to " + trace.steps().size() + " repeat")
                        + " for ever."));
  }
}
