package dev.parley.engine;

import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GrowingFieldsTest {
  static final class Sequencer extends Node {
    int seq;
    boolean flag;

    @Step
    void next() {
      seq++;
    }

    @Step
    void flip() {
      flag = !flag;
    }
  }

  static final class Logger extends Node {
    final List<Boolean> log = new ArrayList<>();

    @Step
    void append() {
      log.add(true);
    }
  }

  /** Many states and no field that grows. */
  static final class Wheel extends Node {
    int place;

    @Step
    void turn() {
      place = (place + 1) % 6;
    }
  }

  @Test
  void aCounterThatNothingBoundsIsNamed() {
    InstanceResult result = check(new Topology().add(new Sequencer()).add(new Wheel()), 60);
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.warnings())
        .filteredOn(w -> w.contains(InstanceResult.STILL_GROWING))
        .singleElement()
        .asString()
        .matches("Sequencer\\.seq grew through 0\\.\\.\\d+ and is still growing; .*");
    assertThat(result.grows()).isTrue();
  }

  @Test
  void aListThatNothingBoundsIsNamed() {
    assertThat(check(new Topology().add(new Logger()), 30).warnings())
        .anyMatch(w -> w.startsWith("the size of Logger.log grew through 0.."));
  }

  @Test
  void aSpaceThatIsMerelyLargeNamesNothing() {
    Topology wheels = new Topology();
    for (int i = 0; i < 8; i++) {
      wheels.add(new Wheel());
    }
    InstanceResult result = check(wheels, 10_000);
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.grows()).isFalse();
  }

  private static InstanceResult check(Topology topology, long states) {
    Budget budget =
        new Budget(Optional.of(states), Optional.empty(), Optional.empty(), Optional.empty());
    return Checker.check(
        loaded(topology), SearchOptions.DEFAULT.withBudget(budget), ProgressListener.NONE);
  }
}
