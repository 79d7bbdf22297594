package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.SymmetryFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table at the end of a run. */
final class ConsoleSummary {
  private static final List<String> HEADER =
      List.of(
          "protocol",
          "instance",
          "verdict",
          "states",
          "transitions",
          "depth",
          "states/s",
          "time",
          "");

  /** The columns of texts. */
  private static final Set<Integer> LEFT = Set.of(0, 1, 2, 8);

  private static final int VERDICT = 2;
  private static final int MARK = 8;

  /** A table of more rows is cut to what is unexpected and these slowest ones. */
  private static final int MOST_ROWS = 30;

  private static final int SLOWEST = 10;

  /** So many instances are named of which the same is true. */
  private static final int MOST_NAMES = 3;

  private ConsoleSummary() {}

  static List<String> lines(List<InstanceResult> results) {
    return styled(results).stream().map(Line::text).toList();
  }

  /** The table as a console with colours shows it. */
  static List<Line> styled(List<InstanceResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    List<InstanceResult> shown = shown(results);
    shown.forEach(result -> rows.add(row(result)));
    List<Line> lines =
        new ArrayList<>(TextTable.lines(rows, LEFT, (row, column) -> style(shown, row, column)));
    if (shown.size() < results.size()) {
      lines.add(
          0,
          Line.of(
              "Of "
                  + Quantity.count(results.size())
                  + " instances, what is unexpected and what took longest:"));
    }
    lines.add(Line.of(style(results), total(results)));
    return lines;
  }

  private static Style style(List<InstanceResult> shown, int row, int column) {
    if (row == 0) {
      return Style.STRONG;
    }
    boolean says = column == VERDICT || column == MARK;
    return says ? style(shown.get(row - 1)) : Style.PLAIN;
  }

  /** How the verdict of a result stands out. */
  static Style style(InstanceResult result) {
    if (result.isUncontradicted()) {
      return Style.DOUBTFUL;
    }
    return result.asExpected() ? Style.GOOD : Style.BAD;
  }

  private static Style style(List<InstanceResult> results) {
    return results.stream().map(ConsoleSummary::style).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** Nobody reads a table of hundreds; each instance has had its own line when it was done. */
  private static List<InstanceResult> shown(List<InstanceResult> results) {
    if (results.size() <= MOST_ROWS) {
      return results;
    }
    Set<InstanceResult> slowest =
        results.stream()
            .sorted(Comparator.comparingLong(r -> -r.figures().millis()))
            .limit(SLOWEST)
            .collect(
                Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    return results.stream().filter(r -> !r.asExpected() || slowest.contains(r)).toList();
  }

  /** A remark is cut to so much; the report has it in full. */
  private static final int LONGEST_REMARK = 200;

  /**
   * What a reader of the table should know besides: reductions that were asked for and did not take
   * place, and how properties of runs were judged. A line for each remark, with all instances it is
   * true of.
   */
  static List<String> remarks(List<InstanceResult> results) {
    List<String> lines = lines(results, ConsoleSummary::remarks);
    symmetry(results).ifPresent(lines::add);
    return lines;
  }

  /** What complete searches never exercised: a verdict says nothing about that. */
  static List<String> unexercised(List<InstanceResult> results) {
    return lines(results, ConsoleSummary::unexercised);
  }

  private static List<String> lines(
      List<InstanceResult> results, Function<InstanceResult, List<String>> of) {
    Map<String, List<InstanceResult>> remarks = new LinkedHashMap<>();
    for (InstanceResult result : results) {
      of.apply(result)
          .forEach(
              text -> remarks.computeIfAbsent(cut(text), any -> new ArrayList<>()).add(result));
    }
    List<String> lines = new ArrayList<>();
    remarks.forEach((text, those) -> lines.add(names(those) + ": " + text));
    return lines;
  }

  /** What symmetry saved and cost in all instances together. */
  private static Optional<String> symmetry(List<InstanceResult> results) {
    List<SymmetryFigures> all =
        results.stream()
            .flatMap(result -> result.reductions().stream())
            .flatMap(reduction -> reduction.symmetry().stream())
            .toList();
    double states = all.stream().mapToDouble(SymmetryFigures::states).sum();
    if (all.isEmpty() || states >= Long.MAX_VALUE) {
      return Optional.empty();
    }
    return Optional.of(
        "symmetry in "
            + Quantity.count(all.size())
            + (all.size() == 1 ? " instance: " : " instances: ")
            + Quantity.count(all.stream().mapToLong(SymmetryFigures::orbits).sum())
            + " explored states stand for "
            + (all.stream().anyMatch(SymmetryFigures::estimated) ? "about " : "")
            + Quantity.count(Math.round(states))
            + "; finding them took about "
            + Quantity.time(all.stream().mapToLong(s -> s.forms().millis()).sum()));
  }

  private static String cut(String remark) {
    if (remark.length() <= LONGEST_REMARK) {
      return remark;
    }
    int end = remark.lastIndexOf(' ', LONGEST_REMARK);
    return remark.substring(0, end < LONGEST_REMARK / 2 ? LONGEST_REMARK : end)
        + " … (in full in the report)";
  }

  private static List<String> remarks(InstanceResult result) {
    List<String> remarks = new ArrayList<>();
    result.reductions().stream()
        .filter(reduction -> !reduction.applied())
        .forEach(reduction -> remarks.add(reduction.name() + " " + reduction.summary()));
    result
        .basis()
        .liveness()
        .ifPresent(
            how -> {
              remarks.add("what happens in the end was judged on all states, without reductions");
              how.fairness().forEach(sentence -> remarks.add("taken for granted: " + sentence));
            });
    return remarks;
  }

  private static List<String> unexercised(InstanceResult result) {
    List<String> remarks = new ArrayList<>();
    if (result.verdict() == Verdict.VERIFIED) {
      if (!result.coverage().handlersNeverFired().isEmpty()) {
        remarks.add("never ran: " + String.join(", ", result.coverage().handlersNeverFired()));
      }
      if (!result.coverage().messagesNeverSent().isEmpty()) {
        remarks.add("never sent: " + String.join(", ", result.coverage().messagesNeverSent()));
      }
    }
    return remarks;
  }

  private static String names(List<InstanceResult> results) {
    String first =
        results.stream().limit(MOST_NAMES).map(Gate::name).collect(Collectors.joining(", "));
    int more = results.size() - MOST_NAMES;
    return first + (more > 0 ? " and " + more + " more" : "");
  }

  private static List<String> row(InstanceResult result) {
    Figures figures = result.figures();
    return List.of(
        result.description().protocol(),
        result.description().instance(),
        result.verdictText(),
        Quantity.count(figures.states()),
        Quantity.count(figures.transitions()),
        Quantity.count(figures.depth()),
        figures.millis() == 0 ? "-" : Quantity.count(figures.statesPerSecond()),
        Quantity.time(figures.millis()),
        mark(result) + FaultText.after(result) + since(result));
  }

  private static String mark(InstanceResult result) {
    if (result.isUncontradicted()) {
      return "nothing is proven";
    }
    if (!result.asExpected()) {
      return "UNEXPECTED";
    }
    return switch (result.verdict()) {
      case VERIFIED -> "ok" + result.byRounds().map(how -> ", " + how).orElse("");
      default -> "ok, as declared";
    };
  }

  private static String since(InstanceResult result) {
    return result.basis().earlier().map(check -> ", " + check.text()).orElse("");
  }

  static String total(List<InstanceResult> results) {
    long open = results.stream().filter(InstanceResult::isUncontradicted).count();
    long unexpected = results.stream().filter(r -> !r.asExpected()).count() - open;
    String others =
        unexpected == 0 ? "all as declared" : Quantity.count(unexpected) + " unexpected";
    return Quantity.count(results.size())
        + (results.size() == 1 ? " instance" : " instances")
        + " checked, "
        + (open == 0
            ? others
            : Quantity.count(open)
                + " by random walks that found nothing"
                + (open == results.size() ? "" : ", the others: " + others));
  }
}
