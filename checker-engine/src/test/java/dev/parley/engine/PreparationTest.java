package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What it may cost to find out what the nodes can do, and what is said if that is too much. */
class PreparationTest {
  private static final SearchOptions REDUCED =
      SearchOptions.DEFAULT
          .withPartialOrder(Optional.of(PartialOrder.DEFAULT))
          .withDeadMessages(true);

  /** Has as many local states as it counts. */
  static final class Counter extends Node {
    private final int limit;
    int count;

    Counter(int limit) {
      this.limit = limit;
    }

    @Step(when = "below")
    void count() {
      count++;
    }

    boolean below() {
      return count < limit;
    }
  }

  private static Model counting(int limit, int bad) {
    return Models.loaded(
        new Topology().add(2, i -> new Counter(i == 1 ? limit : 1)),
        invariant("good", w -> w.nodes(Counter.class).get(0).count != bad));
  }

  @Test
  void whatASearchOfAllStatesIsThroughWithSoonerIsNotPrepared() {
    InstanceResult result = AllModes.check(counting(30_000, -1), REDUCED);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(60_002);
    assertThat(result.reductions())
        .hasSize(2)
        .noneMatch(AppliedReduction::applied)
        .allMatch(
            r ->
                r.summary()
                    .startsWith(
                        "not used, because a search of all states is through after 60,002"));
  }

  @Test
  void aMistakeThatIsNearIsFoundWithoutPreparation() {
    InstanceResult result = AllModes.check(counting(3_000_000, 5), REDUCED);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.reductions()).hasSize(2).noneMatch(AppliedReduction::applied);
  }

  /** Holds every subset of what it sent itself. */
  static final class Sink extends Node {
    final Set<Integer> got = new HashSet<>();

    @Step(once = true)
    void fill() {
      for (int i = 0; i < 12; i++) {
        send(self(), i);
      }
    }

    @Receive
    void take(Integer number) {
      got.add(number);
    }
  }

  @Test
  void byteCodeIsNotResortedToWhereASearchOfAllStatesIsThroughSooner() {
    Budget little =
        new Budget(Optional.empty(), Optional.empty(), Optional.of(4L << 20), Optional.empty());
    Model sink = Models.loaded(new Topology().add(new Sink()), invariant("good", w -> true));

    for (SearchOptions options :
        List.of(REDUCED.withTrialRuns(1_000), REDUCED.withBudget(little).withTrialRuns(20_000))) {
      InstanceResult result = AllModes.check(sink, options);

      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
      assertThat(result.figures().states()).isEqualTo(4_097);
      assertThat(result.reductions())
          .hasSize(2)
          .noneMatch(AppliedReduction::applied)
          .allMatch(r -> r.summary().contains("a search of all states is through after 4,097"));
    }
  }

  @Test
  void whatTakesTooMuchMemoryIsGivenUp() {
    Budget little =
        new Budget(Optional.empty(), Optional.empty(), Optional.of(8L << 20), Optional.empty());

    Model large =
        Models.loaded(new Topology().add(3, i -> new Counter(9_000)), invariant("good", w -> true));
    InstanceResult result = AllModes.check(large, REDUCED.withBudget(little));

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.reductions().toString())
        .contains("because it takes too much memory to find out beforehand what the nodes can do");
    assertThat(AllModes.check(counting(9_000, -1), REDUCED).reductions().toString())
        .contains("trial runs of all local steps");
  }
}
