package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundPanelTest {
  private static final Trace.MessageView ASK =
      new Trace.MessageView(1, "A1", "B1", "Ask", "Ask[phase=1]");
  private static final Trace.MessageView LOST =
      new Trace.MessageView(2, "A1", "C1", "Ask", "Ask[phase=1]");
  private static final Trace.MessageView ANSWER =
      new Trace.MessageView(3, "B1", "A1", "Answer", "Answer[phase=1]");

  private static Trace.NodeView node(String name) {
    return new Trace.NodeView(name, "Node", List.of());
  }

  private static Trace.TraceStep step(
      int number,
      String node,
      List<Trace.MessageView> consumed,
      List<Trace.MessageView> sent,
      List<Trace.FieldChange> changes) {
    return new Trace.TraceStep(
        number,
        node,
        "Node.step",
        Optional.empty(),
        consumed,
        Trace.Choices.NONE,
        sent,
        changes,
        node(node),
        Optional.empty());
  }

  private static final Trace TRACE =
      new Trace(
          List.of(node("A1"), node("B1"), node("C1")),
          List.of(
              step(1, "A1", List.of(), List.of(ASK, LOST), List.of()),
              step(
                  2,
                  "B1",
                  List.of(ASK),
                  List.of(ANSWER),
                  List.of(new Trace.FieldChange("latest", "0", "1")))));

  @Test
  void eachMessageStandsInItsRoundWithTheNodesItConcerns() {
    Optional<RoundPanel.View> view =
        RoundPanel.of(
            with(
                new Survey.InRound(1, 1, "phase 1, round 1"),
                new Survey.InRound(2, 1, "phase 1, round 1"),
                new Survey.InRound(3, 2, "phase 1, round 2")));

    assertThat(view).isPresent();
    assertThat(view.get().nodes()).containsExactly("A1", "B1", "C1");
    assertThat(view.get().rows())
        .extracting(RoundPanel.Row::round)
        .containsExactly("phase 1, round 1", "phase 1, round 2");
    List<RoundPanel.Cell> first = view.get().rows().get(0).cells();
    assertThat(first.get(0).sent()).containsExactly("Ask[phase=1]");
    assertThat(first.get(1).received()).containsExactly("Ask[phase=1] from A1");
    assertThat(first.get(1).state()).containsExactly("latest = 1");
    assertThat(first.get(2).lost()).containsExactly("Ask[phase=1] from A1");
    List<RoundPanel.Cell> second = view.get().rows().get(1).cells();
    assertThat(second.get(1).sent()).containsExactly("Answer[phase=1]");
    assertThat(second.get(0).lost()).containsExactly("Answer[phase=1] from B1");
  }

  @Test
  void messagesWithoutRoundsHaveNoTable() {
    assertThat(RoundPanel.of(with())).isEmpty();
  }

  private static Violation with(Survey.InRound... rounds) {
    Survey survey = new Survey(List.of(), List.of(), List.of(), List.of(), List.of(rounds));
    return new Violation(
        "p", Optional.empty(), "p fails", Optional.of(TRACE), List.of(), Optional.of(survey));
  }
}
