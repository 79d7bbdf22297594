package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CausesTest {
  /** Steps 1, 2 and 5 make b learn; 3 and 4 are between others. */
  private static TraceBuilder trace() {
    return new TraceBuilder()
        .node("a", "A")
        .node("b", "B", "learned", "0")
        .node("c", "C")
        .node("d", "D")
        .step("a", "A.start")
        .send("b", "Tell", "Tell[1]")
        .done()
        .step("b", "B.wake")
        .done()
        .step("c", "C.start")
        .send("d", "Tell", "Tell[2]")
        .done()
        .step("d", "D.tell")
        .consume(2)
        .done()
        .step("b", "B.tell")
        .consume(1)
        .set("learned", "1")
        .done();
  }

  @Test
  void stepsOfTheSameNodeAndSendersHappenBefore() {
    assertThat(Causes.of(trace().build(), invariant(5))).containsExactly(1, 2, 5);
  }

  @Test
  void whatReadFieldsChangedBeforeCountsToo() {
    Trace trace = trace().build();

    assertThat(Causes.of(trace, violation("learned", Property.Kind.INVARIANT, 5, 4)))
        .containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void faultsAlwaysCountAndWhatTheyHappenTo() {
    Trace trace =
        new TraceBuilder()
            .node("a", "A")
            .node("b", "B", "x", "0")
            .node("c", "C")
            .step("a", "A.start")
            .send("c", "Tell", "Tell[1]")
            .done()
            .step("c", "lose")
            .consume(1)
            .done()
            .step("a", "A.rest")
            .done()
            .step("b", "B.go")
            .set("x", "1")
            .done()
            .build();

    assertThat(Causes.of(trace, invariant(4))).containsExactly(1, 2, 4);
  }

  @Test
  void aDeliveryAndACopyLeadToWhereTheMessageWasSent() {
    Trace trace =
        new TraceBuilder()
            .node("a", "A")
            .node("b", "B", "x", "0")
            .node("c", "C")
            .step("a", "A.start")
            .send("b", "Tell", "Tell[1]")
            .done()
            .step("c", "C.rest")
            .done()
            .step("b", "deliver")
            .consume(1)
            .done()
            .step("b", "B.tell")
            .consume(1)
            .set("x", "1")
            .done()
            .build();

    assertThat(Causes.of(trace, invariant(4))).containsExactly(1, 3, 4);
  }

  @Test
  void allStepsCountIfThePropertyReadMoreThanFields() {
    Trace trace = trace().build();
    Violation pending =
        new Violation(
            "quiet",
            Optional.of(Property.Kind.INVARIANT),
            "",
            Optional.of(trace),
            List.of(new Violation.Seen("pending for b", "Tell[1]")),
            invariant(5).survey());

    assertThat(Causes.of(trace, pending)).hasSize(5);
    assertThat(Causes.of(trace, violation("done", Property.Kind.TERMINAL, 5))).hasSize(5);
  }

  @Test
  void anExceptionDependsOnTheStepThatThrewIt() {
    Trace trace = trace().build();
    Violation thrown = new Violation(Violation.EXCEPTION, Optional.empty(), "", Optional.of(trace));

    assertThat(Causes.of(trace, thrown)).containsExactly(1, 2, 5);
  }

  private static Violation invariant(int since) {
    return violation("agreement", Property.Kind.INVARIANT, since);
  }

  private static Violation violation(String name, Property.Kind kind, int... since) {
    List<Survey.Read> read =
        java.util.Arrays.stream(since)
            .mapToObj(step -> new Survey.Read("b", "learned", "1", step, true))
            .toList();
    return new Violation(
        name,
        Optional.of(kind),
        "",
        Optional.empty(),
        List.of(new Violation.Seen("b", "learned = 1")),
        Optional.of(new Survey(read, List.of(), List.of(), List.of())));
  }
}
