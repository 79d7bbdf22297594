package dev.parley.engine.reference;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A bound of depth: states up to that depth are judged, steps are taken from those before it. A
 * step that throws is a violation if it is taken from a state before the bound. At the bound it is
 * not taken; but there is a step, so the search was cut, and nothing is verified.
 */
class DepthBudgetTest {
  /** Counts, and throws or stops at a number. */
  static final class Counter extends Node {
    final int limit;
    final boolean fails;
    int count;

    Counter(int limit, boolean fails) {
      this.limit = limit;
      this.fails = fails;
    }

    @Step(when = "goesOn")
    void count() {
      if (count == limit) {
        throw new IllegalStateException("too many");
      }
      count++;
    }

    boolean goesOn() {
      return count < limit || fails;
    }
  }

  /** The same by letters to itself, so that the guard or the quorum may fail, too. */
  static final class Writer extends Node {
    final int limit;
    int count;

    Writer(int limit) {
      this.limit = limit;
    }

    @Step(once = true)
    void start() {
      count = 1;
      send(self(), count);
    }

    @Receive(when = "fits")
    void read(Integer m) {
      count++;
      send(self(), count);
    }

    boolean fits(Integer m) {
      if (m == limit) {
        throw new IllegalStateException("too many");
      }
      return true;
    }
  }

  private static Supplier<Model> counters(boolean fails, Property... properties) {
    return () ->
        Models.loaded(
            new Topology().add(new Counter(3, fails)).add(new Counter(1, false)), properties);
  }

  private static void assertAgree(String name, Supplier<Model> model, int mostDepth) {
    List<String> lines = new ArrayList<>();
    for (int depth = 1; depth <= mostDepth; depth++) {
      Workbench bench = new Workbench(Workbench::engine, lines::add, 1_000, OptionalInt.of(depth));
      assertThat(bench.run(name + " to " + depth, model, bench.combinations(17)))
          .as("%s", lines)
          .isEmpty();
    }
  }

  @Test
  void everySearchAgreesWithTheNaiveCheckerAtEveryDepth() {
    assertAgree("counters", counters(false), 6);
    assertAgree("throwing counters", counters(true), 6);
    assertAgree(
        "counters with properties",
        counters(
            false,
            invariant("notAll", w -> w.nodes(Counter.class).stream().anyMatch(c -> c.count == 0)),
            terminal("never", w -> false),
            reachable("third", w -> w.nodes(Counter.class).get(0).count == 3)),
        6);
    assertAgree("letters", () -> Models.loaded(new Topology().add(new Writer(3))), 5);
  }

  /** All of one node, so that there is no other way and no other step at the bound. */
  @Test
  void aStepThatWouldThrowAtTheBoundIsCutAndBeforeItIsAViolation() {
    for (Supplier<Model> model :
        List.<Supplier<Model>>of(
            () -> Models.loaded(new Topology().add(new Counter(3, true))),
            () -> Models.loaded(new Topology().add(new Writer(3))))) {
      for (SearchOptions options : searches()) {
        assertThat(check(model, options, 2).verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
        InstanceResult atTheBound = check(model, options, 3);
        assertThat(atTheBound.verdict()).as(options.describe()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
        assertThat(atTheBound.exhausted()).contains(Budget.Kind.DEPTH);
        InstanceResult before = check(model, options, 4);
        assertThat(before.verdict()).as(options.describe()).isEqualTo(Verdict.VIOLATED);
        assertThat(before.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(4);
      }
    }
  }

  /** What ends by itself at the bound was explored to the end. */
  @Test
  void aSearchThatEndsAtTheBoundIsComplete() {
    Supplier<Model> model = () -> Models.loaded(new Topology().add(new Counter(3, false)));
    for (SearchOptions options : searches()) {
      assertThat(check(model, options, 3).verdict()).isEqualTo(Verdict.VERIFIED);
      assertThat(check(model, options, 2).verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    }
  }

  /** Sends a message that nothing depends on, to itself. */
  static final class Musing extends Node {
    @Step(once = true)
    void muse() {
      send(self(), "?");
    }

    @Receive
    void hear(String m) {}
  }

  /**
   * A dropped message takes no step. So a search that drops dead messages comes to the end sooner,
   * also to an end beyond the bound. What it finds there is true, and told with all its steps.
   */
  @Test
  void anEndBeyondTheBoundMayBeFoundWhereDeadMessagesAreDropped() {
    Supplier<Model> model =
        () -> Models.loaded(new Topology().add(new Musing()), terminal("never", w -> false));
    for (SearchOptions options : searches()) {
      InstanceResult result = check(model, options, 1);
      if (result.verdict() == Verdict.VIOLATED) {
        assertThat(options.reduction().deadMessages()).as(options.describe()).isTrue();
        assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(2);
      } else {
        assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
      }
      assertThat(check(model, options, 2).verdict()).isEqualTo(Verdict.VIOLATED);
    }
    assertThat(check(model, SearchMode.REDUCED.options(), 1).verdict()).isEqualTo(Verdict.VIOLATED);
    assertAgree("musing", model, 3);
  }

  private static List<SearchOptions> searches() {
    return new Workbench(Workbench::engine, line -> {}, 1_000, OptionalInt.empty())
        .combinations(43);
  }

  private static InstanceResult check(Supplier<Model> model, SearchOptions options, int depth) {
    Budget budget = options.exploration().budget();
    return Workbench.engine(
        model.get(),
        options.withBudget(
            new Budget(budget.states(), budget.time(), budget.memoryBytes(), Optional.of(depth))));
  }
}
