package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Decomposition.Basis;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reduced search does not make a verdict worth less than a search of all states does. */
class ReducedAuditTest {
  record Tick(int number) {}

  /** Sends to a sink, and to nobody else, so that the steps of several sources commute. */
  static final class Source extends Node {
    @Step(once = true)
    void tick() {
      sendToAll(Sink.class, new Tick(1));
    }
  }

  /** Its log makes no difference, but a branch looks at it: byte code cannot tell. */
  static final class Sink extends Node {
    int sum;
    @Auxiliary final List<Integer> log = new ArrayList<>();

    @Receive
    void tick(Tick tick) {
      sum += log.isEmpty() ? tick.number() : +tick.number();
      log.add(tick.number());
    }
  }

  /** A log that does make a difference, but not in the order in which steps are taken first. */
  static final class Leak extends Node {
    boolean on;
    @Auxiliary int turns;

    @Step(once = true)
    void on() {
      on = true;
      turns = turns == 0 ? 1 : turns + 1;
    }
  }

  @Protocol(name = "ticks")
  static final class Ticks {
    @Instance(with = 2)
    @Instance(with = 3)
    static void few(Topology t, int n) {
      t.add(n, i -> new Source()).add(n, i -> new Sink());
    }

    @Instance
    static void many(Topology t) {
      t.add(2, i -> new Source()).add(new Sink()).add(21, i -> new Leak());
    }

    @Instance
    static void unmarked(Topology t) {
      t.add(3, i -> new Source());
    }

    @Invariant
    static boolean small(World w) {
      return w.nodes(Sink.class).stream().allMatch(sink -> sink.sum < 100);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"few(2)", "few(3)"})
  void aCompleteSearchOfAllStatesTakesOverWhereSkippedStepsCannotBeAudited(String instance) {
    InstanceResult reduced = check(instance, SearchMode.DEFAULT);
    InstanceResult all = check(instance, SearchMode.DBSS);

    assertThat(all.decomposition().soundness().orElseThrow().basis()).isEqualTo(Basis.AUDITED);
    assertThat(reduced.decomposition().soundness().orElseThrow().basis()).isEqualTo(Basis.AUDITED);
    assertThat(reduced.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(reduced.figures().states()).isEqualTo(all.figures().states());
    assertThat(reduced.figures().transitions()).isEqualTo(all.figures().transitions());
    assertThat(reduced.reductions()).isNotEmpty().noneMatch(AppliedReduction::applied);
    assertThat(reduced.reductions())
        .extracting(AppliedReduction::summary)
        .anyMatch(
            summary ->
                summary.equals(
                    "not used, because the steps it skips would not be audited, and byte code does"
                        + " not prove that auxiliary content makes no difference"));
    assertThat(reduced.warnings()).noneMatch(warning -> warning.contains("assumed, not proven"));
  }

  @Test
  void theReducedSearchStandsAndSaysWhatItAssumesWhereAllStatesAreTooMany() {
    InstanceResult reduced = check("many", SearchMode.DEFAULT);

    assertThat(reduced.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(reduced.reductions()).anyMatch(AppliedReduction::applied);
    assertThat(reduced.figures().states()).isLessThan(10_000);
    assertThat(reduced.decomposition().isAssumed()).isTrue();
    assertThat(reduced.warnings()).anyMatch(warning -> warning.contains("assumed, not proven"));
  }

  @Test
  void withoutAuxiliaryContentReductionsAreUsed() {
    assertThat(check("unmarked", SearchMode.DEFAULT).reductions())
        .anyMatch(AppliedReduction::applied);
  }

  private static InstanceResult check(String instance, SearchMode mode) {
    Model model = ModelLoader.load(Ticks.class, instance);
    SearchOptions options = mode.in(Order.BREADTH_FIRST).options();
    return Checker.check(model, options, ProgressListener.NONE);
  }
}
