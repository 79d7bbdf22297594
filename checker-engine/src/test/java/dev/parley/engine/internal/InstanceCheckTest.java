package dev.parley.engine.internal;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceCheckTest {
  /** Sends its number of steps to its neighbour, up to a limit. */
  static final class Counter extends Node {
    final int limit;
    int count;
    int heard;
    @Auxiliary int total;

    Counter(int limit) {
      this.limit = limit;
    }

    @Step(when = "more")
    void count() {
      count++;
      total++;
      sendToOthers(Counter.class, count);
    }

    boolean more() {
      return count < limit;
    }

    @Receive
    void hear(Integer other) {
      heard = Math.max(heard, other);
    }
  }

  private static Model counters(int limit, Property... properties) {
    return Models.loaded(
        new Topology().add(new Counter(limit)).add(new Counter(limit)), properties);
  }

  private static Property below(int bound) {
    return invariant(
        "below", w -> w.nodes(Counter.class).stream().mapToInt(c -> c.heard).sum() < bound);
  }

  /** What a listener heard, in order. */
  private static final class Heard implements ProgressListener {
    final List<Object> all = new ArrayList<>();

    @Override
    public void progress(Progress progress) {
      all.add(progress.phase());
    }

    @Override
    public void found(InstanceResult result) {
      all.add(result);
    }

    InstanceResult verdict() {
      return (InstanceResult)
          all.stream().filter(InstanceResult.class::isInstance).findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbss", "stateful", "dbss-por", "reduced"})
  void theVerdictIsHeardBeforeThePathIsLookedFor(String mode) {
    Heard heard = new Heard();
    InstanceResult result =
        new InstanceCheck(counters(3, below(6)), SearchMode.named(mode).options(), heard).run();

    assertThat(result.violation().orElseThrow().trace()).isPresent();
    assertThat(heard.verdict().verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(heard.verdict().violation().orElseThrow().property()).isEqualTo("below");
    assertThat(heard.verdict().violation().orElseThrow().trace()).isEmpty();
    assertThat(heard.verdict().figures()).isEqualTo(result.figures());
    int known = heard.all.indexOf(heard.verdict());
    assertThat(heard.all.subList(0, known)).doesNotContain(Progress.Phase.TELLING);
  }

  @Test
  void everySearchIsHeardOf() {
    Heard telling = new Heard();
    new InstanceCheck(counters(3, below(6)), SearchMode.named("dbss").options(), telling).run();
    assertThat(telling.all).contains(Progress.Phase.TELLING);

    Heard preparing = new Heard();
    new InstanceCheck(
            counters(3, below(7)),
            SearchMode.named("reduced").options().withTrialRuns(30),
            preparing)
        .run();
    assertThat(preparing.all).contains(Progress.Phase.PREPARING);
  }

  @Test
  void aVerdictIsHeardBeforeAnythingIsMeasuredForAdvice() {
    Heard heard = new Heard();
    InstanceResult result =
        new InstanceCheck(
                Models.loaded(new Topology().add(new UnreadNode())),
                SearchOptions.DEFAULT.withInference(Inference.SUGGEST),
                heard)
            .run();
    assertThat(result.decomposition().inferred()).isNotEmpty();
    assertThat(heard.verdict().verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(heard.all.indexOf(heard.verdict()))
        .isLessThan(heard.all.indexOf(Progress.Phase.MEASURING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbss", "stateful", "por", "dbss-por", "reduced"})
  void figuresOfOneResultDoNotContradictEachOther(String mode) {
    Property[] properties = {
      below(6),
      invariant("other", w -> w.nodes(Counter.class).get(0).count < 100),
      reachable("goal", w -> w.nodes(Counter.class).get(1).count == 2)
    };
    for (Model model : List.of(counters(3, properties), counters(2, properties))) {
      InstanceResult result =
          new InstanceCheck(
                  model,
                  SearchMode.named(mode)
                      .options()
                      .withSelectivePush(false)
                      .withOrder(Order.BREADTH_FIRST),
                  ProgressListener.NONE)
              .run();
      assertThat(result.properties().stream().mapToLong(PropertyResult::evaluations).sum())
          .as("%s", result.verdict())
          .isEqualTo(result.figures().propertyRuns());
      long states = result.profile().statesByDepth().stream().mapToLong(n -> n).sum();
      assertThat(states).isEqualTo(result.figures().states());
      long transitions = result.profile().steps().stream().mapToLong(s -> s.transitions()).sum();
      assertThat(transitions).isEqualTo(result.figures().transitions());
    }
  }

  @Test
  void aPathThatTakesTooLongToFindDoesNotCostTheVerdict() {
    InstanceResult nearestFirst = toldInNoTime(Order.BREADTH_FIRST);
    assertThat(nearestFirst.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(nearestFirst.violation().orElseThrow().trace()).isEmpty();
    assertThat(nearestFirst.warnings())
        .anyMatch(w -> w.startsWith("the steps that lead there are not shown"));

    InstanceResult depthFirst = toldInNoTime(Order.DEPTH_FIRST);
    assertThat(depthFirst.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(depthFirst.violation().orElseThrow().trace()).isPresent();
  }

  private static InstanceResult toldInNoTime(Order order) {
    Model model = counters(3, below(6));
    SearchOptions options = SearchOptions.DEFAULT.withOrder(order);
    Allowance allowance = new Allowance(Budget.UNBOUNDED, ProgressListener.NONE);
    Exploration.Explored explored =
        new Exploration(
                model,
                new Participants(model),
                new AuxiliaryContent(model, Inference.OFF),
                options,
                Ports.USUAL,
                StaticState.none(),
                allowance)
            .explored();
    Draft draft = Draft.of(model, options).with(explored.snapshot());
    return new Telling(explored, new Audit.Audited(Optional.empty()), allowance, Duration.ZERO)
        .told(draft, explored.found().orElseThrow());
  }

  @Test
  void aBudgetOfDepthBoundsTheSearchForThePathToo() {
    Budget depth =
        new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(20));
    InstanceResult result =
        new InstanceCheck(
                counters(3, below(6)),
                SearchOptions.DEFAULT.withOrder(Order.DEPTH_FIRST).withBudget(depth),
                ProgressListener.NONE)
            .run();
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(8);
  }
}
