package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** A table of more rows is cut to what is unexpected and these slowest ones. */
  private static final int MOST_ROWS = 30;

  private static final int SLOWEST = 10;

  /** So many instances are named of which the same is true. */
  private static final int MOST_NAMES = 3;

  private ConsoleSummary() {}

  static List<String> lines(List<InstanceResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    List<InstanceResult> shown = shown(results);
    shown.forEach(result -> rows.add(row(result)));
    List<String> lines = new ArrayList<>(TextTable.lines(rows, LEFT));
    if (shown.size() < results.size()) {
      lines.add(
          0,
          "Of "
              + Quantity.count(results.size())
              + " instances, what is unexpected and what took longest:");
    }
    lines.add(total(results));
    return lines;
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

  /**
   * What a reader of the table should know besides: reductions that were asked for and did not take
   * place, and what complete searches never exercised. A line for each remark, with all instances
   * it is true of.
   */
  static List<String> remarks(List<InstanceResult> results) {
    Map<String, List<InstanceResult>> remarks = new LinkedHashMap<>();
    for (InstanceResult result : results) {
      remarks(result)
          .forEach(text -> remarks.computeIfAbsent(text, any -> new ArrayList<>()).add(result));
    }
    return remarks.entrySet().stream()
        .map(remark -> names(remark.getValue()) + ": " + remark.getKey())
        .toList();
  }

  private static List<String> remarks(InstanceResult result) {
    List<String> remarks = new ArrayList<>();
    result.reductions().stream()
        .filter(reduction -> !reduction.applied())
        .forEach(reduction -> remarks.add(reduction.name() + " " + reduction.summary()));
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
