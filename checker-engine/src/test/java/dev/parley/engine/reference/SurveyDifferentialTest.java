package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Survey.Moment;
import dev.parley.engine.result.Survey.Span;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.TraceStep;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Holds what is told along counterexamples of random protocols, on all networks and with faults,
 * against the counterexamples themselves. {@code -Dparley.survey.seeds=N} sets how many protocols.
 */
class SurveyDifferentialTest {
  private static final long SEEDS = Long.getLong("parley.survey.seeds", 50);

  private final TreeMap<String, Integer> seen = new TreeMap<>();

  @Test
  void whatIsToldOfEachStateAgreesWithTheSteps() {
    for (long seed = 0; seed < SEEDS; seed++) {
      for (SearchOptions options :
          List.of(SearchMode.STATEFUL.options(), SearchMode.REDUCED.options())) {
        check(seed, options);
      }
    }
    System.out.println("Surveys compared: " + seen);
    assertThat(seen.keySet())
        .contains("surveys", "steps", "faults", "decisive", "left over", "several ways");
  }

  private void check(long seed, SearchOptions options) {
    InstanceResult result =
        InstanceCheck.ofInspected(
                WorldlyProtocols.of(seed).model(ModelLoader::nodeType),
                options,
                ProgressListener.NONE)
            .run();
    result
        .violation()
        .filter(violation -> violation.trace().isPresent())
        .ifPresent(
            violation -> {
              assertThat(violation.survey()).as("seed %s", seed).isPresent();
              compare(seed, violation, violation.trace().get(), violation.survey().get());
            });
  }

  private void compare(long seed, Violation violation, Trace trace, Survey survey) {
    count("surveys");
    assertThat(survey.moments()).as("seed %s", seed).hasSize(trace.steps().size() + 1);
    TreeSet<Integer> pending = new TreeSet<>();
    trace.pending().forEach(message -> pending.add(message.number()));
    assertThat(survey.moments().get(0).arrived()).containsExactlyInAnyOrderElementsOf(pending);
    for (TraceStep step : trace.steps()) {
      Moment before = survey.moments().get(step.number() - 1);
      Moment after = survey.moments().get(step.number());
      List<Integer> consumed = step.consumed().stream().map(MessageView::number).toList();
      assertThat(pending).as("seed %s step %s", seed, step.number()).containsAll(consumed);
      assertThat(before.alternatives())
          .as("seed %s step %s: what happened could happen", seed, step)
          .anyMatch(
              alternative ->
                  alternative.node().equals(step.node())
                      && alternative.handler().equals(step.handler())
                      && alternative.messages().containsAll(consumed));
      before.alternatives().forEach(a -> assertThat(pending).containsAll(a.messages()));
      before.alternatives().stream().filter(a -> a.ways() > 1).forEach(a -> count("several ways"));
      count(step.action() == ActionKind.STEP ? "steps" : "faults");
      pending.removeAll(after.gone());
      pending.addAll(after.arrived());
      List<Integer> sent = new ArrayList<>(step.sent().stream().map(MessageView::number).toList());
      assertThat(sent).containsAll(after.arrived());
    }
    if (!pending.isEmpty()) {
      count("left over");
    }
    survey.read().stream().filter(Survey.Read::decisive).forEach(read -> count("decisive"));
    violation
        .kind()
        .filter(kind -> kind == Property.Kind.INVARIANT)
        .ifPresent(kind -> assertFailsAtTheEnd(violation, trace, survey));
  }

  private static void assertFailsAtTheEnd(Violation violation, Trace trace, Survey survey) {
    List<Span> spans =
        survey.values().stream()
            .filter(values -> values.property().equals(violation.property()))
            .findFirst()
            .orElseThrow()
            .spans();
    assertThat(spans.get(spans.size() - 1).value()).isEqualTo("false");
    assertThat(spans.get(spans.size() - 1).from()).isLessThanOrEqualTo(trace.steps().size());
  }

  private void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }
}
