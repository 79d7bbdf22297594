package dev.parley.engine;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.any;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.not;
import static dev.parley.api.Formula.state;
import static dev.parley.engine.LivenessTest.check;
import static dev.parley.engine.LivenessTest.handlers;
import static dev.parley.engine.LivenessTest.loop;
import static dev.parley.engine.LivenessTest.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Faults;
import dev.parley.api.Formula;
import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.LivenessTest.Blinker;
import dev.parley.engine.LivenessTest.Client;
import dev.parley.engine.LivenessTest.Counter;
import dev.parley.engine.LivenessTest.StronglyFairBlinker;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a formula says of runs, one case at a time. */
class FormulaTest {
  static final List<SearchMode> MODES = LivenessTest.MODES;

  private static Property formula(Formula formula) {
    return Property.of("wanted", "", formula, Optional.empty());
  }

  private static Formula lit() {
    return state("lit", w -> w.nodes(Blinker.class).get(0).lit);
  }

  private static Formula stopped() {
    return state("stopped", w -> w.nodes(Blinker.class).get(0).stopped);
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aFormulaIsJudgedOnFairRuns(SearchMode mode) {
    Topology blinker = new Topology().add(new Blinker());
    assertThat(check(mode.options(), blinker, formula(not(lit()).until(lit()))).verdict())
        .isEqualTo(Verdict.VERIFIED);
    InstanceResult blinking =
        check(
            mode.options(),
            new Topology().add(new Blinker()),
            formula(always(eventually(lit())).implies(eventually(stopped()))));
    assertThat(blinking.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(blinking)).containsExactly("Blinker.blink", "Blinker.blink");
    assertThat(loop(blinking)).contains(1);
    assertThat(blinking.violation().orElseThrow().message())
        .isEqualTo(
            "wanted (always(eventually(lit)) implies eventually(stopped)) is not true of a fair"
                + " run: from the beginning, 2 steps can be repeated for ever");
    assertThat(blinking.violation().orElseThrow().seen())
        .containsExactly(
            new Violation.Seen("lit", "false at first, true after step 1, false after step 2"),
            new Violation.Seen("stopped", "false at first"));
    assertThat(
            check(
                    mode.options(),
                    new Topology().add(new StronglyFairBlinker()),
                    formula(
                        eventually(
                            state(
                                "stopped",
                                w -> w.nodes(StronglyFairBlinker.class).get(0).stopped))))
                .verdict())
        .isEqualTo(Verdict.VERIFIED);
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aRunThatEndsStaysForEverInItsLastState(SearchMode mode) {
    Formula asked = state("asked", w -> w.nodes(Client.class).get(0).asked);
    Formula answered = state("answered", w -> w.nodes(Client.class).get(0).answered);
    Property answers = formula(always(asked.implies(eventually(always(answered)))));
    assertThat(check(mode.options(), service(), answers).verdict()).isEqualTo(Verdict.VERIFIED);
    InstanceResult lossy = check(mode.options(), service().faults(Faults.none().lose(1)), answers);
    assertThat(lossy.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(lossy)).containsExactly("Client.ask", "lose");
    assertThat(loop(lossy)).isEmpty();
  }

  /** Comes to rest only after it was seen in three places again and again. */
  static final class Walker extends Node {
    int place;

    @Step
    void goOn() {
      place = (place + choose(1, 2)) % 4;
    }
  }

  @Test
  void aLoopMeetsAllThatAFormulaAsksForAgainAndAgain() {
    List<Formula> everywhere =
        IntStream.range(0, 4)
            .mapToObj(
                place ->
                    always(
                        eventually(
                            state(
                                "in " + place, w -> w.nodes(Walker.class).get(0).place == place))))
            .toList();
    InstanceResult result = check(new Topology().add(new Walker()), formula(not(all(everywhere))));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).hasSize(4);
    assertThat(loop(result)).contains(1);
  }

  @Test
  void oneNameCannotStandForTwoThings() {
    InstanceResult result =
        check(
            new Topology().add(new Blinker()),
            formula(
                eventually(lit()).and(state("lit", w -> w.nodes(Blinker.class).get(0).stopped))));
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("gives the name 'lit' to two predicates");
  }

  @Test
  void twoPredicatesOfOneNameMayMeanTheSame() {
    Formula both = always(any(List.of(litAt(0), not(litAt(0)))));
    assertThat(check(new Topology().add(new Blinker()), formula(both)).verdict())
        .isEqualTo(Verdict.VERIFIED);
    InstanceResult never =
        check(new Topology().add(new Blinker()), formula(always(not(litAt(0)).and(not(litAt(0))))));
    assertThat(never.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(never.violation().orElseThrow().seen()).hasSize(1);
  }

  private static Formula litAt(int blinker) {
    return state("lit", w -> w.nodes(Blinker.class).get(blinker).lit);
  }

  @Test
  void whatIsTooComplexIsAMistake() {
    List<Formula> parts =
        IntStream.range(0, 12)
            .mapToObj(
                i -> eventually(state("s" + i, w -> w.nodes(Blinker.class).get(0).lit == i > 5)))
            .toList();
    InstanceResult result = check(new Topology().add(new Blinker()), formula(not(all(parts))));
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("is too complex");
  }

  @Test
  void aStateOfAFormulaThatThrowsIsAMistakeOfThatName() {
    InstanceResult result =
        check(
            new Topology().add(new Blinker()),
            formula(eventually(state("far", w -> w.nodes(Blinker.class).get(7).lit))));
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("wanted: far threw");
  }

  @Test
  void aFormulaThatWasNotJudgedIsUndecided() {
    InstanceResult result =
        check(
            SearchOptions.DEFAULT.withBudget(Budget.UNBOUNDED.withStates(2)),
            new Topology().add(new Blinker()).add(new Blinker()),
            formula(eventually(lit())));
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.properties().get(0).outcome()).isEqualTo(PropertyResult.Status.UNDECIDED);
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aFormulaMustNotDependOnAuxiliaryContent(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Counter()),
            formula(eventually(state("much", w -> w.nodes(Counter.class).get(0).seen == 3))));
    boolean relevant = mode.options().store().memory() == StoreOptions.Memory.RELEVANT;
    assertThat(result.verdict()).isEqualTo(relevant ? Verdict.ERROR : Verdict.VERIFIED);
  }
}
