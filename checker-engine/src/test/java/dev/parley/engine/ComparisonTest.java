package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.Reduction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final List<SearchMode> STATEFUL_AND_DBSS =
      List.of(SearchMode.STATEFUL, SearchMode.DBSS);

  private final List<String> started = new ArrayList<>();

  private final Comparison.Listener listener =
      new Comparison.Listener() {
        @Override
        public void started(String mode, int round) {
          started.add(mode + " " + round);
        }

        @Override
        public void progress(Progress progress) {}
      };

  /** Letters come in any order; who came last is remembered and never asked for. */
  @Protocol
  static final class Letters {
    record Letter() {}

    static final class Sender extends Node {
      @Step(once = true)
      void post() {
        sendToAll(Box.class, new Letter());
      }
    }

    static class Box extends Node {
      int letters;
      @Auxiliary String last = "";

      @Receive
      void letter(Letter letter, NodeId from) {
        letters++;
        last = from.toString();
      }
    }

    @Instance(with = 3)
    @Instance(with = 4)
    static void fits(Topology t, int senders) {
      t.add(senders, i -> new Sender()).add(new Box());
    }

    @Instance(expect = Verdict.VIOLATED)
    static void tooMany(Topology t) {
      t.add(5, i -> new Sender()).add(new Box());
    }

    @Invariant
    static boolean notFull(World w) {
      return w.nodes(Box.class).get(0).letters < 5;
    }
  }

  @Test
  void aRealComparisonMeasuresEachModeAgainstItsBaselines() {
    ComparisonResult result = compare("fits(3)", SearchMode.ALL, 2);

    assertThat(result.error()).isEmpty();
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    // A sender has not posted, its letter is under way, or it was delivered: 3^3 relevant states.
    assertThat(mode(result, "dbss").figures().states()).isEqualTo(27);
    assertThat(mode(result, "dbss-without-push").figures().states()).isEqualTo(27);
    // Once letters were delivered, the last may be any of them: 8 + 3*4*1 + 3*2*2 + 1*3.
    assertThat(mode(result, "stateful").figures().states()).isEqualTo(35);
    assertThat(mode(result, "stateless").figures().states()).isGreaterThan(35);
    assertThat(mode(result, "dbss").over("stateful").orElseThrow().statesPercent())
        .isEqualTo(100.0 * 8 / 35);
    assertThat(result.baselines())
        .containsExactly("stateless", "stateful", "dbss", "por", "dbss-por");
    assertThat(mode(result, "stateless").reductions()).isEmpty();
    assertThat(mode(result, "stateful").reductions())
        .extracting(r -> r.over())
        .containsExactly("stateless");
    assertThat(mode(result, "dbss").figures().stackPushes())
        .isLessThan(mode(result, "dbss-without-push").figures().stackPushes());
    assertThat(result.modes()).allMatch(m -> m.millis().size() == 2);
  }

  @Test
  void aViolatedInstanceIsSearchedUpToTheFirstBug() {
    ComparisonResult result = compare("tooMany", SearchMode.ALL, 1);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.modes()).allMatch(m -> m.verdict() == Verdict.VIOLATED);
    assertThat(mode(result, "dbss").figures().states()).isLessThan(243);
  }

  @Test
  void aModeThatRunsOutOfItsBudgetIsComparedWithNothingAndNotRunAgain() {
    ComparisonResult result =
        Comparison.run(
            () -> ModelLoader.load(Letters.class, "fits(4)"),
            SearchMode.ALL,
            states(200),
            3,
            listener);

    assertThat(result.error()).isEmpty();
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    ModeResult stateless = mode(result, "stateless");
    assertThat(stateless.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(stateless.exhausted()).contains(Budget.Kind.STATES);
    assertThat(stateless.figures().states()).isGreaterThan(200);
    assertThat(started).filteredOn(s -> s.startsWith("stateless")).hasSize(2);
    assertThat(result.baselines()).containsExactly("stateful", "dbss", "por", "dbss-por");
    assertThat(mode(result, "dbss").over("stateless")).isEmpty();
    assertThat(mode(result, "dbss").over("stateful")).isPresent();
  }

  @Test
  void anExhaustedModeIsMeasuredAgainstNothingEither() {
    ComparisonResult result =
        scripted(
            1,
            (model, options, l) ->
                options.store().memory() == Memory.RELEVANT
                    ? exhausted(Budget.Kind.TIME, 5, 70)
                    : verified(35, 70));

    assertThat(mode(result, "dbss").reductions()).isEmpty();
    assertThat(result.baselines()).isEmpty();
  }

  @Test
  void modesTakeTurnsAndEachRoundStartsWithAnotherOne() {
    scripted(
        List.of(SearchMode.STATELESS, SearchMode.STATEFUL, SearchMode.DBSS),
        4,
        (model, options, l) -> verified(1, 1));

    assertThat(started)
        .containsExactly(
            "stateless 0",
            "stateful 0",
            "dbss 0",
            "stateless 1",
            "stateful 1",
            "dbss 1",
            "stateful 2",
            "dbss 2",
            "stateless 2",
            "dbss 3",
            "stateless 3",
            "stateful 3",
            "stateless 4",
            "stateful 4",
            "dbss 4");
  }

  @Test
  void everyRunHasAModelOfItsOwn() {
    List<Model> models = new ArrayList<>();
    scripted(
        3,
        (model, options, l) -> {
          models.add(model);
          return verified(1, 1);
        });

    assertThat(models).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void thePassThatWarmsUpIsShortAndItsTimesDoNotCount() {
    List<Budget> budgets = new ArrayList<>();
    Iterator<Long> times = List.of(9_000L, 10L).iterator();
    ComparisonResult result =
        scripted(
            List.of(SearchMode.STATEFUL),
            1,
            (model, options, l) -> {
              budgets.add(options.exploration().budget());
              return verified(1, times.next());
            });

    assertThat(mode(result, "stateful").millis()).containsExactly(10L);
    assertThat(budgets.get(0).time()).contains(Duration.ofSeconds(2));
    assertThat(budgets.get(0).states()).contains(100_000L);
    assertThat(budgets.get(1)).isEqualTo(Budget.UNBOUNDED);
  }

  @Test
  void aTimeTooShortToMeasureIsNotComparedWith() {
    assertThat(reduction(9, 3)).isEqualTo(new Reduction("stateful", 0, Optional.empty()));
    assertThat(reduction(10, 3)).isEqualTo(new Reduction("stateful", 0, Optional.of(70.0)));
  }

  private Reduction reduction(long statefulMillis, long dbssMillis) {
    ComparisonResult result =
        scripted(
            1,
            (model, options, l) ->
                verified(
                    35, options.store().memory() == Memory.FULL ? statefulMillis : dbssMillis));
    return mode(result, "dbss").over("stateful").orElseThrow();
  }

  @Test
  void theTimeIsTheMedian() {
    assertThat(medianOf(900, 30, 20)).isEqualTo(30);
    assertThat(medianOf(7)).isEqualTo(7);
    assertThat(medianOf(4, 900, 3, 5)).isEqualTo(4);
  }

  private long medianOf(long... millis) {
    Iterator<Long> times = Stream.concat(Stream.of(1L), Arrays.stream(millis).boxed()).iterator();
    ModeResult mode =
        scripted(
                List.of(SearchMode.STATEFUL),
                millis.length,
                (model, options, l) -> verified(1, times.next()))
            .modes()
            .get(0);
    assertThat(mode.figures().millis()).isEqualTo(mode.medianMillis());
    return mode.medianMillis();
  }

  @Test
  void modesThatDisagreeAreAnErrorAndNothingIsComputedFromThem() {
    ComparisonResult result =
        scripted(
            1,
            (model, options, l) ->
                result(
                    options.store().memory() == Memory.RELEVANT
                        ? Verdict.VERIFIED
                        : Verdict.VIOLATED,
                    Optional.empty(),
                    35,
                    10));

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().place()).isEqualTo("engine");
    assertThat(result.error().orElseThrow().message())
        .contains("disagree about Letters / fits(3)")
        .contains("VIOLATED in mode stateful, VERIFIED in mode dbss")
        .contains("bug in Parley");
    assertThat(result.modes()).extracting(ModeResult::mode).containsExactly("stateful", "dbss");
    assertThat(result.baselines()).isEmpty();
  }

  @Test
  void aVerdictCountsEvenIfTheModeRanOutOfTimeInALaterRound() {
    Iterator<InstanceResult> dbss =
        List.of(
                verified(1, 1),
                result(Verdict.VIOLATED, Optional.empty(), 20, 10),
                exhausted(Budget.Kind.TIME, 15, 20))
            .iterator();
    ComparisonResult result =
        scripted(
            2,
            (model, options, l) ->
                options.store().memory() == Memory.RELEVANT ? dbss.next() : verified(35, 10));

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
  }

  @Test
  void aSearchThatCannotBeRepeatedIsAnError() {
    Iterator<Long> states = List.of(35L, 35L, 34L).iterator();
    ComparisonResult result =
        scripted(
            List.of(SearchMode.STATEFUL), 3, (model, options, l) -> verified(states.next(), 10));

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("twice in mode stateful gave two results")
        .contains("VERIFIED after 35 states")
        .contains("VERIFIED after 34 states");
    assertThat(started).last().isEqualTo("stateful 2");
  }

  @Test
  void figuresOfASearchEndedByTheClockMayDiffer() {
    Iterator<InstanceResult> runs =
        List.of(verified(1, 1), verified(35, 99), exhausted(Budget.Kind.TIME, 33, 100)).iterator();
    ComparisonResult result =
        scripted(List.of(SearchMode.STATEFUL), 3, (model, options, l) -> runs.next());

    assertThat(result.error()).isEmpty();
    assertThat(mode(result, "stateful").verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(mode(result, "stateful").figures().states()).isEqualTo(33);
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
  }

  @Test
  void aMistakeOfTheProtocolEndsTheComparisonAndIsItsResult() {
    Mistake mistake = new Mistake("demo.Box.letter", "It reads the clock.", "", Optional.empty());
    ComparisonResult result =
        scripted(
            3,
            (model, options, l) ->
                new InstanceResult(
                    model.description(),
                    Verdict.ERROR,
                    Optional.empty(),
                    "",
                    Budget.UNBOUNDED,
                    Figures.NONE,
                    List.of(),
                    Coverage.NONE,
                    Decomposition.NONE,
                    Optional.empty(),
                    Optional.of(mistake),
                    List.of()));

    assertThat(result.error()).contains(mistake);
    assertThat(started).containsExactly("stateful 0", "dbss 0", "stateful 1");
  }

  @Test
  void aFullHeapIsAnExhaustedBudgetOfThatModeAlone() {
    ComparisonResult result =
        scripted(
            2,
            (model, options, l) -> {
              if (options.store().memory() == Memory.FULL) {
                l.progress(
                    new Progress(
                        Progress.Phase.SEARCHING,
                        12,
                        30,
                        4,
                        5,
                        600,
                        70,
                        options.exploration().budget()));
                throw new OutOfMemoryError("scripted");
              }
              return verified(27, 10);
            });

    assertThat(result.error()).isEmpty();
    assertThat(mode(result, "stateful").exhausted()).contains(Budget.Kind.MEMORY);
    assertThat(mode(result, "stateful").figures().states()).isEqualTo(12);
    assertThat(mode(result, "dbss").verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void aComparisonWithoutRoundsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compare("fits(3)", SearchMode.ALL, 0))
        .withMessage("a comparison needs at least one round, not 0");
  }

  private ComparisonResult compare(String instance, List<SearchMode> modes, int rounds) {
    return Comparison.run(
        () -> ModelLoader.load(Letters.class, instance), modes, Budget.UNBOUNDED, rounds, listener);
  }

  private ComparisonResult scripted(int rounds, Comparison.Run run) {
    return scripted(STATEFUL_AND_DBSS, rounds, run);
  }

  private ComparisonResult scripted(List<SearchMode> modes, int rounds, Comparison.Run run) {
    return Comparison.run(
        () -> ModelLoader.load(Letters.class, "fits(3)"),
        modes,
        Budget.UNBOUNDED,
        rounds,
        listener,
        run);
  }

  private static InstanceResult verified(long states, long millis) {
    return result(Verdict.VERIFIED, Optional.empty(), states, millis);
  }

  private static InstanceResult exhausted(Budget.Kind kind, long states, long millis) {
    return result(Verdict.BUDGET_EXHAUSTED, Optional.of(kind), states, millis);
  }

  private static InstanceResult result(
      Verdict verdict, Optional<Budget.Kind> exhausted, long states, long millis) {
    return new InstanceResult(
        ModelLoader.load(Letters.class, "fits(3)").description(),
        verdict,
        exhausted,
        "scripted",
        Budget.UNBOUNDED,
        Figures.of(
            new Progress(
                Progress.Phase.SEARCHING,
                states,
                2 * states,
                0,
                3,
                8 * states,
                millis,
                Budget.UNBOUNDED)),
        List.of(),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static Budget states(long states) {
    return new Budget(Optional.of(states), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static ModeResult mode(ComparisonResult result, String name) {
    return result.modes().stream().filter(m -> m.mode().equals(name)).findFirst().orElseThrow();
  }
}
