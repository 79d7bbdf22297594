package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.SymmetryFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

class SymmetryPanelTest {
  private static SymmetryFigures figures(double states, long millis, long inexact) {
    return new SymmetryFigures(
        List.of(
            new SymmetryFigures.ExchangedNodes(List.of("A1", "A2"), true),
            new SymmetryFigures.ExchangedNodes(List.of("B1", "B2", "B3"), false)),
        12,
        1_000,
        states,
        true,
        7,
        1,
        inexact == 0,
        new SymmetryFigures.Forms(5_000, millis, inexact));
  }

  private static List<String> shown(SymmetryFigures figures, long spent) {
    return SymmetryPanel.view(figures, spent).figures().stream()
        .map(figure -> figure.name() + ": " + figure.value())
        .toList();
  }

  @Test
  void whatWasSavedIsWhatMoreStatesWouldHaveTaken() {
    assertThat(shown(figures(10_000, 40, 0), 100))
        .containsExactly(
            "Orbits explored: 1,000",
            "States they stand for: about 10,000",
            "Ways to exchange names: 12",
            "Canonical forms: 5,000",
            "Time for canonical forms: 40 ms of 100 ms, 40 %",
            "Net gain: 10.0× fewer states, about 500 ms saved");
    assertThat(figures(10_000, 40, 0).savedMillis(100)).isEqualTo(60 * 10 - 100);
  }

  @Test
  void whatCostMoreThanItSavedIsALoss() {
    assertThat(shown(figures(1_100, 40, 0), 100))
        .contains("Net gain: 1.1× fewer states, but about 34 ms lost");
  }

  @Test
  void nodesAreFoundOrDeclaredAndFormsExactOrNot() {
    SymmetryPanel.View view = SymmetryPanel.view(figures(10_000, 40, 3), 100);

    assertThat(view.sets())
        .containsExactly(
            new SymmetryPanel.Row("A1, A2", "2", "declared"),
            new SymmetryPanel.Row("B1, B2, B3", "3", "found"));
    assertThat(view.basis())
        .isEqualTo(
            "7 local steps and 1 evaluation of properties did the same under other names; not all"
                + " names were tried, so this is a sample. In 3 cases so many nodes looked alike that"
                + " a cheaper form was taken: such orbits may have been explored several times.");
    assertThat(SymmetryPanel.number(1.27e89)).isEqualTo("1.3e+89");
  }
}
