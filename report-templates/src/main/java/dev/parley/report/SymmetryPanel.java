package dev.parley.report;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.SymmetryFigures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What symmetry saved, and what it cost. */
final class SymmetryPanel {
  /** From here on numbers are written with a power of ten. */
  private static final double MOST_DIGITS = 1e15;

  private SymmetryPanel() {}

  /**
   * What {@code instance.ftlh} shows.
   *
   * @param sets the nodes that were exchanged with each other
   * @param figures what was saved and what it cost
   * @param basis what the search rests on
   */
  public record View(List<Row> sets, List<InstancePage.Figure> figures, String basis) {}

  /**
   * Nodes that were exchanged with each other.
   *
   * @param nodes their names
   * @param count how many they are
   * @param source whether they were found or declared
   */
  public record Row(String nodes, String count, String source) {}

  static Optional<View> of(InstanceResult result) {
    return result.reductions().stream()
        .flatMap(reduction -> reduction.symmetry().stream())
        .findFirst()
        .map(figures -> view(figures, result.figures().millis()));
  }

  static View view(SymmetryFigures figures, long spent) {
    return new View(
        figures.sets().stream().map(SymmetryPanel::row).toList(),
        List.of(
            figure("Orbits explored", Numerals.count(figures.orbits())),
            figure("States they stand for", about(figures) + number(figures.states())),
            figure("Ways to exchange names", number(figures.permutations())),
            figure("Canonical forms", Numerals.count(figures.forms().count())),
            figure("Time for canonical forms", time(figures, spent)),
            figure("Net gain", gain(figures, spent))),
        basis(figures));
  }

  private static InstancePage.Figure figure(String name, String value) {
    return new InstancePage.Figure(name, value);
  }

  private static Row row(SymmetryFigures.ExchangedNodes set) {
    return new Row(
        String.join(", ", set.nodes()),
        Numerals.count(set.nodes().size()),
        set.declared() ? "declared" : "found");
  }

  private static String about(SymmetryFigures figures) {
    return figures.estimated() ? "about " : "";
  }

  static String number(double number) {
    return number < MOST_DIGITS
        ? Numerals.count(Math.round(number))
        : String.format(Locale.ROOT, "%.1e", number);
  }

  private static String time(SymmetryFigures figures, long spent) {
    long millis = figures.forms().millis();
    String share =
        spent == 0
            ? ""
            : " of " + Numerals.millis(spent) + ", " + Numerals.percent(share(millis, spent));
    return Numerals.millis(millis) + share;
  }

  private static double share(long part, long whole) {
    return Math.min(1, part / (double) whole);
  }

  private static String gain(SymmetryFigures figures, long spent) {
    long saved = figures.savedMillis(spent);
    String factor = String.format(Locale.ROOT, "%,.1f× fewer states", figures.factor());
    return factor
        + (saved < 0
            ? ", but about " + Numerals.millis(-saved) + " lost"
            : ", about " + Numerals.millis(saved) + " saved");
  }

  private static String basis(SymmetryFigures figures) {
    String steps = Numerals.count(figures.localSteps(), "local step");
    String evaluations = Numerals.count(figures.evaluations(), "evaluation") + " of properties";
    String tried =
        figures.proven()
            ? steps
                + " did the same under all names, and "
                + evaluations
                + " under other names gave the same."
            : steps
                + " and "
                + evaluations
                + " did the same under other names; not all names were tried, so this is a sample.";
    return figures.forms().inexact() == 0
        ? tried
        : tried
            + " In "
            + Numerals.count(figures.forms().inexact(), "case")
            + " so many nodes looked alike that a cheaper form was taken: such orbits may have been"
            + " explored several times.";
  }
}
